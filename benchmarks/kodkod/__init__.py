"""Problems of Kodkod's examples, written anew, and the race against Kodkod itself."""
