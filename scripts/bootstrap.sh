#!/bin/sh
# Make the virtual environment and install into it; takes whatever way of making one this machine has.
#
#   scripts/bootstrap.sh venv|runtime|dev [folder]
#
# venv only makes the environment, runtime also installs Handhold into it, dev also what its tests and checks need.
# PYTHON names the interpreter to use; without it the first of the usual names that is new enough is taken.
set -eu

what=${1:-runtime}
venv=${2:-.venv}
venv_python=$venv/bin/python

say() { printf '%s\n' "$*"; }
fail() { printf 'bootstrap: %s\n' "$*" >&2; exit 1; }

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        is_new_enough "$PYTHON" || fail "PYTHON=$PYTHON is not Python 3.11 or newer."
        printf '%s\n' "$PYTHON"
        return
    fi
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if is_new_enough "$name"; then
            printf '%s\n' "$name"
            return
        fi
    done
    fail "no Python 3.11 or newer found. Install one (Debian, Ubuntu: apt-get install python3; macOS: brew install python), or name it: make PYTHON=/path/to/python3."
}

# What stands before a command that needs the superuser; fails where nobody may become it without a password.
superuser() {
    if [ "$(id -u)" = 0 ]; then
        printf 'env'
    elif sudo -n true >/dev/null 2>&1; then
        printf 'sudo -n env'
    else
        return 1
    fi
}

has_pip() { is_new_enough "$venv_python" && "$venv_python" -m pip --version >/dev/null 2>&1; }

# Run one way of making the environment; what a failed one leaves behind would confuse the next.
try() {
    rm -rf "$venv"
    "$@" >"$log" 2>&1 && has_pip
}

with_fetched_virtualenv() {
    "$python" -m pip install --quiet --disable-pip-version-check --target "$scratch/virtualenv" virtualenv &&
        PYTHONPATH=$scratch/virtualenv "$python" -m virtualenv "$venv"
}

with_apt() {
    prefix=$(superuser) && command -v apt-get >/dev/null || return 1
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    $prefix apt-get -qq update || true # a stale list may still do
    $prefix DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 install -y \
        --no-install-recommends "python$version-venv" &&
        "$python" -m venv "$venv"
}

make_venv() {
    python=$(find_python)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    log=$scratch/log
    if try "$python" -m venv "$venv"; then way=venv
    elif try "$python" -m virtualenv "$venv"; then way="virtualenv, because venv does not work here"
    elif try virtualenv --python "$python" "$venv"; then way="virtualenv, because venv does not work here"
    elif try uv venv --seed --python "$python" "$venv"; then way="uv, because venv does not work here"
    elif try with_fetched_virtualenv; then way="a fetched virtualenv, because venv does not work here"
    elif try with_apt; then way="venv, after installing it with apt-get"
    else
        cat "$log" >&2
        fail "cannot make a virtual environment with $python. Install python3-venv, virtualenv or uv, then run make again."
    fi
    say "Made $venv ($("$venv_python" --version)) with $way."
}

install() {
    "$venv_python" -m pip install --quiet --disable-pip-version-check "$@"
}

has_pip || make_venv
case $what in
venv) ;;
runtime)
    say "Installing Handhold into $venv …"
    install --editable '.[vision]'
    ;;
dev)
    say "Installing what tests and checks need into $venv …"
    install --upgrade 'pip>=25.1' # the first that knows dependency groups
    install --group dev
    ;;
*) fail "unknown step '$what': venv, runtime or dev." ;;
esac
