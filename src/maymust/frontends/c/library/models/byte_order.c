/* Numbers in the order of bytes that networks use: the other one than ours. */

unsigned short htons(unsigned short x)
{
    return x >> 8 | x << 8;
}

unsigned short ntohs(unsigned short x)
{
    return x >> 8 | x << 8;
}

unsigned htonl(unsigned x)
{
    x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
    return x << 16 | x >> 16;
}

unsigned ntohl(unsigned x)
{
    x = (x & 0x00ff00ff) << 8 | (x >> 8 & 0x00ff00ff);
    return x << 16 | x >> 16;
}
