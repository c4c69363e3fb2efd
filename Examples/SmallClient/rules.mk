# The rules of the example clients: OUT is the folder of their programs, NAMES the protocols that they use. They need gcc, libwayland-dev
# and libwayland-bin.
OUT ?= .
PROTOCOLS = ../../protocols
CFLAGS ?= -O1 -Wall
CODE = $(NAMES:%=$(OUT)/%-protocol.c)
HEADERS = ../SmallClient/small-client.h $(NAMES:%=$(OUT)/%-client-protocol.h)
COMPILE = $(CC) $(CFLAGS) -I$(OUT) -I../SmallClient
LIBS = $$(pkg-config --cflags --libs wayland-client)

$(OUT)/%-client-protocol.h: $(PROTOCOLS)/%.xml
	wayland-scanner client-header $< $@
$(OUT)/%-protocol.c: $(PROTOCOLS)/%.xml
	wayland-scanner private-code $< $@
