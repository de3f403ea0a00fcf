"""What boards look like, measured in Chromium: text that is too small, that meets other text, that something covers."""
