// Commands: each can be typed as `svc:word:word`, and its positional arguments are options of its own.
import type { Fault } from '../../ground/fault.js'
import type { CheckInput } from '../check.js'
import { listed } from '../collect.js'

const form = /^svc(?::[a-z][a-z0-9]*(?:-[a-z0-9]+)*)+$/

export function checkCommands({ contributed }: CheckInput): readonly Fault[] {
  const commands = listed(contributed, 'commands').map(({ owner, item }) => ({ owner, name: item.name }))
  const actions = listed(contributed, 'actions').flatMap(({ owner, item }) =>
    item.command === undefined ? [] : [{ owner, name: item.command }],
  )
  return [...commands, ...actions]
    .filter(({ name }) => !form.test(name))
    .map(({ owner, name }) => ({
      id: 'command-name',
      owner,
      message: `The command '${name}' of '${owner}' has a name that cannot be typed.`,
      hint: "Write 'svc:' and lower-case words between colons, as in 'svc:cache:clear'.",
    }))
}
