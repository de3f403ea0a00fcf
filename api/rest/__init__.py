"""What the REST interface is made of: requests and answers, their shapes and problems, and its reference."""
