"""The rules of Tirad Pass, as far as a log can show them."""
