#!/bin/sh
# Builds the console if anything that it is made of is newer than the build. This check takes milliseconds of each start.
[ -z "$(find src/console package-lock.json -newer dist/console/sources.txt 2>&1)" ] || exec node src/console/build/buildConsole.mjs
