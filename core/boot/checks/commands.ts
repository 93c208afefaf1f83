// Checks commands: names have the form `svc:word:word`, and positional arguments are declared options.
import type { Command } from '../../contribution/command.js'
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message-values.js'
import type { OwnedItem } from '../../model/registry.js'
import type { CheckInput } from '../boot-check.js'
import { listContributions } from '../collect.js'

const form = /^svc(?::[a-z][a-z0-9]*(?:-[a-z0-9]+)*)+$/

export function checkCommands({ contributed }: CheckInput): readonly Fault[] {
  const commands = listContributions(contributed, 'commands')
  const actions = listContributions(contributed, 'actions').flatMap(({ owner, item }) =>
    item.command === undefined ? [] : [{ owner, name: item.command }],
  )
  const names = [...commands.map(({ owner, item }) => ({ owner, name: item.name })), ...actions]
  return [...names.filter(({ name }) => !form.test(name)).map(nameFault), ...commands.flatMap(positionalFaults)]
}

function nameFault({ owner, name }: { readonly owner: string; readonly name: string }): Fault {
  return {
    id: 'command-name',
    owner,
    message: `The command '${name}' of '${owner}' has a name that cannot be typed.`,
    hint: "Write 'svc:' and lower-case words between colons, as in 'svc:cache:clear'.",
  }
}

function positionalFaults({ owner, item }: OwnedItem<Command>): readonly Fault[] {
  const { name, positional = [], options = {} } = item
  const fault = (message: string, hint: string): Fault => ({ id: 'command-positional', owner, message, hint })
  return positional.flatMap((argument, index) => {
    if (!Object.hasOwn(options, argument)) {
      const message = `The command '${name}' takes '${argument}' by its place, which is none of its options.${didYouMean(argument, Object.keys(options))}`
      return [fault(message, "Declare it under 'options'.")]
    }
    if (positional.indexOf(argument) === index) return []
    return [fault(`The command '${name}' takes '${argument}' by its place twice.`, 'Name it once.')]
  })
}
