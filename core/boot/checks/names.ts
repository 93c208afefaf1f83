// Checks names: each belongs to one owner and is valid where it is used, in commands, events, URLs and plugins.
import { type EventName, eventNames } from '../../foundation/events.js'
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message.js'
import type { OwnedItem } from '../../model/registry.js'
import { type CheckInput, type Contributed, listContributions, coreOwner, listPlugins } from '../collect.js'
import { toClashId, listPointNames, points } from '../../contribution/points.js'
import type { Command } from '../../contribution/command.js'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'

interface NameRule {
  readonly id: string
  readonly noun: string
  readonly form: RegExp
  readonly hint: string
}

/** Maximum length in characters: names are stored in a column and shown in lists. */
const maximumLength = 60
const word = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/
const wordHint = `Use at most ${maximumLength} letters, digits, '_' and '-', starting with a letter, such as 'RalColour'.`
const questionTypeName: NameRule = { id: 'question-type-name', noun: 'question type', form: word, hint: wordHint }
const conditionTypeName: NameRule = { id: 'condition-type-name', noun: 'condition type', form: word, hint: wordHint }
const termTypeName: NameRule = { id: 'term-type-name', noun: 'term type', form: word, hint: wordHint }
const functionName: NameRule = {
  id: 'function-name',
  noun: 'function',
  form: /^[A-Za-z_][A-Za-z0-9_]*$/,
  hint: `Use at most ${maximumLength} letters, digits and '_', such as 'square_metres'. Formulas use this name.`,
}
const taskName: NameRule = {
  id: 'task-name',
  noun: 'task',
  form: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  hint: `Use at most ${maximumLength} lower-case letters, digits and '-', such as 'send-report'.`,
}

/** Maximum number of seconds of a Node timer. */
const maximumInterval = 2_147_483

export function checkNames({ contributed }: CheckInput): readonly Fault[] {
  return [
    ...contributed.flatMap(observerFaults),
    ...nameFaults(questionTypeName, listContributions(contributed, 'questionTypes')),
    ...nameFaults(conditionTypeName, listContributions(contributed, 'conditionTypes')),
    ...nameFaults(termTypeName, listContributions(contributed, 'termTypes')),
    ...nameFaults(functionName, listContributions(contributed, 'functions')),
    ...nameFaults(taskName, listContributions(contributed, 'tasks')),
    ...listContributions(contributed, 'tasks').flatMap(({ owner, item: { name, every } }) => intervalFaults(owner, name, every)),
  ]
}

function observerFaults({ owner, contributions }: Contributed): readonly Fault[] {
  const names = Object.keys(contributions.observers ?? {}).filter((name) => !eventNames.includes(name as EventName))
  return names.map((name) => ({
    id: 'observer-unknown',
    owner,
    message: `'${owner}' observes '${name}', which is not an event.${didYouMean(name, eventNames)}`,
    hint: `Events are ${eventNames.join(', ')}.`,
  }))
}

function nameFaults(
  { id, noun, form, hint }: NameRule,
  items: readonly OwnedItem<{ readonly name: string }>[],
): readonly Fault[] {
  return items
    .filter(({ item: { name } }) => !form.test(name) || name.length > maximumLength)
    .map(({ owner, item: { name } }) => ({
      id,
      owner,
      message: `The ${noun} '${name}' of '${owner}' has an invalid name.`,
      hint,
    }))
}

function intervalFaults(owner: string, name: string, every: unknown): readonly Fault[] {
  if (typeof every === 'number' && every >= 1 && every <= maximumInterval) return []
  const message = `The interval of the task '${name}' of '${owner}', ${String(every)} seconds, is not valid.`
  return [{ id: 'task-interval', owner, message, hint: `Set 'every' to a number of seconds from 1 to ${maximumInterval}.` }]
}

interface Claim {
  readonly owner: string
  /** The kind of item. Names must be unique within it. */
  readonly noun: string
  readonly name: string
}

/** Checks that each name within a contribution point belongs to one owner. */
export function checkClashes({ contributed }: CheckInput): readonly Fault[] {
  const owners = new Map<string, string>()
  return contributed.flatMap(listClaims).flatMap(({ owner, noun, name }) => {
    const key = `${noun} ${name}`
    const first = owners.get(key)
    if (first === undefined) {
      owners.set(key, owner)
      return []
    }
    const clashOwners = first === owner ? `'${owner}' contributes it twice` : `'${first}' and '${owner}' contribute it`
    const message = `The ${noun} '${name}' is defined more than once: ${clashOwners}.`
    return [{ id: toClashId(noun), owner, message, hint: 'Rename one, or remove one of the plugins.' }]
  })
}

/** All names that one owner uses: names of its items, and additional names of the items such as command names. */
function listClaims(contributed: Contributed): readonly Claim[] {
  return listPointNames.flatMap((point) => {
    const { noun, alsoNamed: extraNames = {} } = points[point]
    return listContributions([contributed], point).flatMap(({ owner, item }) => {
      const additional = Object.entries(extraNames).flatMap(([other, member]): readonly Claim[] => {
        const name: unknown = Reflect.get(item, member)
        return typeof name === 'string' ? [{ owner, noun: other, name }] : []
      })
      return [{ owner, noun, name: item.name }, ...additional]
    })
  })
}

const form = /^svc(?::[a-z][a-z0-9]*(?:-[a-z0-9]+)*)+$/

/** Checks commands: names have the form `svc:word:word`, and positional arguments are declared options. */
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
    message: `The command '${name}' of '${owner}' has an invalid name.`,
    hint: "Use 'svc:' and lower-case words separated by colons, such as 'svc:cache:clear'.",
  }
}

function positionalFaults({ owner, item }: OwnedItem<Command>): readonly Fault[] {
  const { name, positional = [], options = {} } = item
  const fault = (message: string, hint: string): Fault => ({ id: 'command-positional', owner, message, hint })
  return positional.flatMap((argument, index) => {
    if (!Object.hasOwn(options, argument)) {
      const message = `The positional argument '${argument}' of the command '${name}' is not one of its options.${didYouMean(argument, Object.keys(options))}`
      return [fault(message, "Declare it in 'options'.")]
    }
    if (positional.indexOf(argument) === index) return []
    return [fault(`The command '${name}' has the positional argument '${argument}' twice.`, 'Name it once.')]
  })
}

const segment = /^[a-z0-9][a-z0-9_-]*$/

const isPath = (path: unknown): boolean => typeof path === 'string' && path.split('/').every((part) => segment.test(part))

/** Checks payment providers with a webhook: name and path must be valid URL segments. */
export function checkPaymentProviders({ contributed }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'paymentProviders')
    .filter(({ item: { name, webhook } }) => webhook !== undefined && !(segment.test(name) && isPath(webhook.path)))
    .map(({ owner, item: { name, webhook } }) => ({
      id: 'payment-provider-address',
      owner,
      message: `The webhook address of the payment provider '${name}', '${name}/…/${String(webhook?.path)}', is not valid.`,
      hint: "Use lower-case letters and digits for name and path, such as 'pay_pal' and 'events'.",
    }))
}

const kebab = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Checks plugins: unique kebab-case names and a compatible core version. */
export function checkPlugins({ config, version }: CheckInput): readonly Fault[] {
  const faults: Fault[] = []
  const names = new Set<string>([coreOwner])
  for (const { name, core } of listPlugins(config)) {
    // A host has the name of its platform.
    if (!kebab.test(name) && name !== config.host.platform) {
      const message = `The plugin name '${name}' is not in kebab case.`
      faults.push({
        id: 'plugin-name',
        owner: name,
        message,
        hint: "Use lower-case letters, digits and '-', such as 'my-plugin'.",
      })
    }
    if (names.has(name)) {
      const message =
        name === coreOwner ? `The plugin name '${name}' is reserved for the service.` : `Two plugins have the name '${name}'.`
      faults.push({ id: 'plugin-clash', owner: name, message, hint: 'Rename one of the plugins, or add the plugin only once.' })
    }
    names.add(name)
    if (!validRange(core) || !satisfies(version, core, { includePrerelease: true })) {
      const message = `The plugin '${name}' requires core '${core}', but this is core ${version}.`
      faults.push({
        id: 'core-range',
        owner: name,
        message,
        hint: 'Install a version of the plugin for this core, or the core that the plugin requires.',
      })
    }
  }
  return faults
}
