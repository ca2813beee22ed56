#!/bin/sh
set -eu
useradd --system --home-dir /var/lib/worker --create-home worker
chown worker /etc/worker.json
