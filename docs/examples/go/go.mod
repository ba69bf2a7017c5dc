module example.com/openplug

go 1.19
