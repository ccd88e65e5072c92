#!/usr/bin/env bash
# Makes the root file system of Parley's image from the package: the running Node, Parley with its dependencies, the libraries that
# their binaries load, and nothing else - no shell and no package manager. Containerfile copies it into an empty image.
#
#   make-root.sh PACKAGE.tgz TARGET [NATIVE]
#
# NATIVE is a folder of node_modules with better-sqlite3 compiled for this Node; without it, npm compiles or fetches it.
# PARLEY_MEDIASOUP_WORKER names a built worker for browser audio; without it, `parley legs install` gets one.
set -euo pipefail

package=$(realpath "${1:?PACKAGE.tgz is missing}")
mkdir -p "${2:?TARGET is missing}"
root=$(realpath "$2")
native=${3:-}
[ -z "$(ls -A "$root")" ] || { echo "$root is not empty" >&2; exit 1; }

app=$root/opt/parley
modules=$app/node_modules
cli=$modules/parley-voice/dist/bundle/cli.js
mkdir -p "$app" "$root"/{etc,proc,usr/bin,usr/lib/parley,var/lib/parley}
mkdir -p -m 1777 "$root/tmp"
echo '{"private":true}' >"$app/package.json"

install_package() {
  local options=(--omit=dev --no-audit --no-fund --prefer-offline)
  if [ -n "$native" ]; then options+=(--ignore-scripts); fi
  # npm before 11 would have mediasoup's own script fetch the worker, and wait for that.
  (cd "$app" && MEDIASOUP_WORKER_BIN=later npm install "${options[@]}" "$package")
  local sqlite=build/Release/better_sqlite3.node
  if [ -n "$native" ]; then
    mkdir -p "$modules/better-sqlite3/build/Release"
    cp "$native/better-sqlite3/$sqlite" "$modules/better-sqlite3/$sqlite"
  fi
}

install_worker() {
  local worker=$root/usr/lib/parley/mediasoup-worker
  if [ -n "${PARLEY_MEDIASOUP_WORKER:-}" ]; then
    cp "$PARLEY_MEDIASOUP_WORKER" "$worker"
  else
    local cache
    cache=$(mktemp -d)
    PARLEY_CACHE_DIR=$cache node "$cli" legs install
    find "$cache" "$modules/mediasoup" -name 'mediasoup-worker*' -type f -perm -u+x -exec cp {} "$worker" \; -quit
    rm -rf "$cache"
  fi
  strip "$worker"
  chmod 755 "$worker"
}

# What a running service does not read: other platforms' binaries, sources and objects of compilers, maps, types, documents of packages.
remove_unused() {
  node "$cli" prune >/dev/null
  local sqlite=$modules/better-sqlite3
  rm -rf "$sqlite"/{deps,src} "$modules"/mediasoup/{worker,rust,.github}
  find "$sqlite/build" -type f ! -name better_sqlite3.node -delete
  find "$modules" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
  find "$modules" -type f -iname 'readme*' -path '*.md' -delete
  find "$modules" -type f -iname 'changelog*' -delete
  find "$modules" -type d -empty -delete
}

# Copies what a binary loads to the places where the loader looks.
copy_libraries() {
  local library
  while read -r library; do
    # Some packages bring libraries of their own.
    [[ $library == "$root"/* ]] || [ -e "$root$library" ] || install -D -m 755 "$library" "$root$library"
  done < <(ldd "$1" | grep -oE '/[^ ]+' | sort -u)
}

install_node() {
  cp "$(readlink -f "$(command -v node)")" "$root/usr/bin/node"
  strip "$root/usr/bin/node"
  copy_libraries "$(command -v node)"
  local binary
  while read -r binary; do copy_libraries "$binary"; done \
    < <(find "$modules" "$root/usr/lib/parley" \( -name '*.node' -o -name mediasoup-worker \) -type f)
}

write_files() {
  printf 'root:x:0:0::/:/sbin/nologin\nparley:x:10001:10001::/var/lib/parley:/sbin/nologin\n' >"$root/etc/passwd"
  printf 'root:x:0:\nparley:x:10001:\n' >"$root/etc/group"
  printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
  install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  printf '#!/usr/bin/node\nimport("/opt/parley/node_modules/parley-voice/dist/bundle/cli.js");\n' >"$root/usr/bin/parley"
  chmod 755 "$root/usr/bin/parley"
  chmod -R a+rX "$root"
  if [ "$(id -u)" -eq 0 ]; then chown 10001:10001 "$root/var/lib/parley"; fi
}

install_package
install_worker
remove_unused
install_node
write_files
echo "$root: $(du -sm --apparent-size "$root" | cut -f1) MB"
