#!/bin/bash
# A `node` for the PATH of Pulumi's CLI that borrows a kept process for the SDK's scripts (see README.md in this folder).
# It acts as the borrowed process: same arguments, environment, folder, output, signals and exit code.
# Each language host asks for the version; starting Node would take longer than this response.
if [[ $# == 1 && $1 == --version ]]; then
  echo "@version@"
  exit
fi
if [[ -z $KEPT_NODE_PORT || $1 == -* ]] || ! { exec 3<>"/dev/tcp/127.0.0.1/$KEPT_NODE_PORT"; } 2>/dev/null; then
  exec "@node@" --min-semi-space-size=32 "$@"
fi
{
  printf '%s\0' "$$" "$PWD" "$#" "$@"
  env -0
  printf '\0'
} >&3
trap 'echo SIGTERM >&3' TERM
trap 'echo SIGINT >&3' INT
LC_ALL=C
while IFS= read -r line <&3; do
  case $line in
  1*) printf '%s\n' "${line:1}" ;;
  2*) printf '%s\n' "${line:1}" >&2 ;;
  # Output without a final line break.
  3*) printf '%s' "${line:1}" ;;
  4*) printf '%s' "${line:1}" >&2 ;;
  exit*) exit "${line:4}" ;;
  refused) exec 3>&- && trap - TERM INT && exec "@node@" --min-semi-space-size=32 "$@" ;;
  esac
done
# No exit code: the borrowed process was killed.
kill -KILL $$
