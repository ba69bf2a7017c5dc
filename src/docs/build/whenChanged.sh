#!/bin/sh
# Builds the developers' pages if anything that they are made of is newer than the build. This check takes milliseconds of each start.
[ -z "$(find src/docs src/rules src/http docs package-lock.json -newer dist/docs/built.txt 2>&1)" ] || exec node dist/buildDocs.js
