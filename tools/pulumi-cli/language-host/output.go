package main

import (
	"io"
	"sync"

	"google.golang.org/grpc"
)

// output sends what a process prints to the engine. A stream takes one message at a time.
type output[Message any] struct {
	stream grpc.ServerStreamingServer[Message]
	lock   sync.Mutex
}

// to is a writer whose data becomes messages. What cannot be sent any more, to an engine that cancelled, is dropped: the
// process still ends in its own way.
func (o *output[Message]) to(message func([]byte) *Message) io.Writer {
	return writer(func(data []byte) {
		o.lock.Lock()
		defer o.lock.Unlock()
		if o.stream.Context().Err() == nil {
			_ = o.stream.Send(message(data))
		}
	})
}

type writer func([]byte)

func (w writer) Write(data []byte) (int, error) {
	w(data)
	return len(data), nil
}
