#!/bin/sh
# Assembles the runtime of the image from a clone with production dependencies: deploy/assemble.sh PACKAGES INTO. The folders of
# the clone are kept, so that links in node_modules hold, but each has only its packed files.
set -eu
packages=$1
into=$2
mkdir -p "$into/deploy"
cp -a node_modules package.json LICENSE "$into/"
cp deploy/healthcheck.mjs "$into/deploy/"
for tarball in "$packages"/armistice-*.tgz; do
  folder=$(basename "$tarball" | sed 's/^armistice-\(.*\)-[0-9][0-9.]*\.tgz$/\1/')
  mkdir -p "$into/$folder"
  tar -xzf "$tarball" -C "$into/$folder" --strip-components=1
  if [ -d "$folder/node_modules" ]; then cp -a "$folder/node_modules" "$into/$folder/"; fi
done
