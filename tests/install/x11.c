// SPDX-License-Identifier: MIT
// What a file manager and a text field do: x11 drop WINDOW X Y URI (by XDND, version 5); x11 paste (prints the clipboard)
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Display* display;
static Window own;

static Atom named(const char* name) { return XInternAtom(display, name, False); }

// Whether an event comes within ten seconds.
static int next(XEvent* event) {
  for (int k = 0; k < 1000; ++k, usleep(10000))
    if (XPending(display)) return XNextEvent(display, event), 1;
  return 0;
}

static void tell(Window window, const char* what, long b, long c, long d, long e) {
  XEvent event = {.xclient = {.type = ClientMessage, .window = window, .message_type = named(what), .format = 32}};
  const long data[] = {(long)own, b, c, d, e};
  memcpy(event.xclient.data.l, data, sizeof data);
  XSendEvent(display, window, False, NoEventMask, &event);
}

// The window asks for what is dropped as any selection is asked for.
static void answer(const XSelectionRequestEvent* request, const char* text) {
  XChangeProperty(display, request->requestor, request->property, request->target, 8, PropModeReplace,
                  (const unsigned char*)text, (int)strlen(text));
  XEvent event = {.xselection = {.type = SelectionNotify, .requestor = request->requestor, .selection = request->selection,
                                 .target = request->target, .property = request->property, .time = request->time}};
  XSendEvent(display, request->requestor, False, NoEventMask, &event);
}

static int drop(Window window, long x, long y, const char* uri) {
  XSetSelectionOwner(display, named("XdndSelection"), own, CurrentTime);
  tell(window, "XdndEnter", 5L << 24, (long)named("text/uri-list"), None, None);
  tell(window, "XdndPosition", 0, x << 16 | y, CurrentTime, (long)named("XdndActionCopy"));
  for (XEvent event; next(&event);) {
    if (event.type == SelectionRequest) answer(&event.xselectionrequest, uri);
    if (event.type != ClientMessage) continue;
    if (event.xclient.message_type == named("XdndFinished")) return 0;
    if (event.xclient.message_type != named("XdndStatus")) continue;
    if (event.xclient.data.l[1] & 1)
      tell(window, "XdndDrop", 0, CurrentTime, 0, 0);
    else
      return fputs("the window takes no files\n", stderr), 1;
  }
  return fputs("the window does not answer\n", stderr), 1;
}

static int paste(void) {
  XConvertSelection(display, named("CLIPBOARD"), named("UTF8_STRING"), named("PASTED"), own, CurrentTime);
  for (XEvent event; next(&event);) {
    if (event.type != SelectionNotify) continue;
    Atom type;
    int format;
    unsigned long count, left;
    unsigned char* text = NULL;
    if (!event.xselection.property) break;
    XGetWindowProperty(display, own, named("PASTED"), 0, 1 << 20, True, AnyPropertyType, &type, &format, &count, &left, &text);
    return text ? puts((const char*)text), 0 : 1;
  }
  return fputs("there is no text\n", stderr), 1;
}

int main(int argc, char** argv) {
  display = XOpenDisplay(NULL);
  if (!display || argc < 2) return 2;
  own = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  if (argc == 6) return drop(strtoul(argv[2], NULL, 0), atol(argv[3]), atol(argv[4]), argv[5]);
  return paste();
}
