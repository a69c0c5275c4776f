#!/bin/sh
# Is this branch safe for what its base promised when the branch was cut, and for every release?
# Run it at the top of a repository with its schemas under proto/:  check.sh [BASE]
set -u
base=${1:-origin/main}
status=0

# Every message of every file. What is new has nothing to break; what is gone is told.
protoward check proto --every-message --against "git:$base..." || status=$?

# What is stored for long must be readable for long: the new schema reads what every release wrote.
protoward check proto/order.proto --root shop.Order --against 'git:v*' --strategy BACKWARD_TRANSITIVE || status=$?

exit $status
