# Shared by the scripts here: `start PACKAGE@VERSION…` makes a temporary project, `expect TEXT` compares it with what `seen.mjs` prints.
set -euo pipefail

start() {
  folder="$(mktemp -d)"
  trap 'rm -rf "$folder"' EXIT
  cd "$folder"
  printf '{"private":true,"type":"module"}' >package.json
  npm install --silent --no-audit --no-fund --save-exact --ignore-scripts "$@"
}

expect() {
  seen="$(node seen.mjs)"
  printf '%s\n' "$seen"
  if [ "$seen" != "$1" ]; then
    printf 'The behaviour changed. Recorded:\n%s\n' "$1" >&2
    exit 1
  fi
}
