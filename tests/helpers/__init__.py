"""What several tests share: generators of random terms and programs, and slow, plain references."""
