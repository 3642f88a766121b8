print("deeplinkctl")
