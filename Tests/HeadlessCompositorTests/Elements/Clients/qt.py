"""A window of Qt 6 with a text field, a button and a label."""

import sys

from PyQt6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

app = QApplication(sys.argv)
window = QWidget()
window.setWindowTitle("Greeting")
entry, button, label = QLineEdit(), QPushButton("Greet"), QLabel("Nothing yet")
second = QPushButton("Clear")
button.clicked.connect(lambda: label.setText(f"Hello {entry.text()}"))
second.clicked.connect(lambda: label.setText("Cleared"))
layout = QVBoxLayout(window)
for child in (entry, button, second, label):
    layout.addWidget(child)
window.resize(300, 200)
window.show()
sys.exit(app.exec())
