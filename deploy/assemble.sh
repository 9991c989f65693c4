#!/bin/sh
# What runs and nothing else, from a clone with production dependencies: deploy/assemble.sh PACKAGES INTO. Folders are as in the clone, so
# that node_modules fits, and each has what was packed of it.
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
