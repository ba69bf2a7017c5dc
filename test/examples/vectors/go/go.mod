module example.com/vectors

go 1.19

require example.com/openplug v0.0.0

replace example.com/openplug => ../../../../docs/examples/go
