print("headless-compositor")
