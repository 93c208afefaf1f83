// Checks names: each belongs to one owner and is valid where it is used, in commands, events, URLs and plugins.
import { type EventName, eventNames } from '../../foundation/events.js'
import { createBootFault, type Fault } from '../../foundation/errors.js'
import { createMessage, type Message, suggestName } from '../../foundation/message.js'
import type { OwnedItem } from '../../model/registry.js'
import { type CheckInput, type Contributed, listContributions, coreOwner, listPlugins } from '../collect.js'
import { toClashId, listPointNames, points } from '../../contribution/points.js'
import type { Command } from '../../contribution/command.js'
import satisfies from 'semver/functions/satisfies.js'

interface NameRule {
  readonly id: string
  readonly noun: string
  readonly form: RegExp
  readonly hint: Message
}

/** Maximum length in characters: names are stored in a column and shown in lists. */
const maximumLength = 60
const word = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/
const wordHint = createMessage('boot.useWord', { maximum: maximumLength })
const questionTypeName: NameRule = { id: 'question-type-name', noun: 'question type', form: word, hint: wordHint }
const conditionTypeName: NameRule = { id: 'condition-type-name', noun: 'condition type', form: word, hint: wordHint }
const termTypeName: NameRule = { id: 'term-type-name', noun: 'term type', form: word, hint: wordHint }
const functionName: NameRule = {
  id: 'function-name',
  noun: 'function',
  form: /^[A-Za-z_][A-Za-z0-9_]*$/,
  hint: createMessage('boot.useFunctionName', { maximum: maximumLength }),
}
const taskName: NameRule = {
  id: 'task-name',
  noun: 'task',
  form: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  hint: createMessage('boot.useTaskName', { maximum: maximumLength }),
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
  return names.map((name) =>
    createBootFault(
      'observer-unknown',
      owner,
      createMessage('boot.eventUnknown', { owner, name, suggestion: suggestName(name, eventNames) }),
      createMessage('boot.listEvents', { names: eventNames }),
    ),
  )
}

/** The name of a kind of part in the language of the reader. */
const translateNoun = (noun: string): Message => createMessage('boot.partNoun', { noun: noun.replaceAll(' ', '_') })

function nameFaults(
  { id, noun, form, hint }: NameRule,
  items: readonly OwnedItem<{ readonly name: string }>[],
): readonly Fault[] {
  return items
    .filter(({ item: { name } }) => !form.test(name) || name.length > maximumLength)
    .map(({ owner, item: { name } }) =>
      createBootFault(id, owner, createMessage('boot.nameInvalid', { noun: translateNoun(noun), name, owner }), hint),
    )
}

function intervalFaults(owner: string, name: string, every: unknown): readonly Fault[] {
  if (typeof every === 'number' && every >= 1 && every <= maximumInterval) return []
  const message = createMessage('boot.intervalInvalid', { name, owner, seconds: String(every) })
  return [createBootFault('task-interval', owner, message, createMessage('boot.setInterval', { maximum: maximumInterval }))]
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
    const values = { noun: translateNoun(noun), name, owner }
    const message =
      first === owner ? createMessage('boot.definedTwice', values) : createMessage('boot.definedByTwo', { ...values, first })
    return [createBootFault(toClashId(noun), owner, message, createMessage('boot.renameOne'))]
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
  const message = createMessage('boot.commandNameInvalid', { name, owner })
  return createBootFault('command-name', owner, message, createMessage('boot.useCommandName'))
}

function positionalFaults({ owner, item }: OwnedItem<Command>): readonly Fault[] {
  const { name, positional = [], options = {} } = item
  return positional.flatMap((argument, index) => {
    if (!Object.hasOwn(options, argument)) {
      const suggestion = suggestName(argument, Object.keys(options))
      const message = createMessage('boot.positionalUnknown', { argument, command: name, suggestion })
      return [createBootFault('command-positional', owner, message, createMessage('boot.declareOption'))]
    }
    if (positional.indexOf(argument) === index) return []
    const message = createMessage('boot.positionalTwice', { command: name, argument })
    return [createBootFault('command-positional', owner, message, createMessage('boot.nameOnce'))]
  })
}

const segment = /^[a-z0-9][a-z0-9_-]*$/

const isPath = (path: unknown): boolean => typeof path === 'string' && path.split('/').every((part) => segment.test(part))

/** Checks payment providers with a webhook: name and path must be valid URL segments. */
export function checkPaymentProviders({ contributed }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'paymentProviders')
    .filter(({ item: { name, webhook } }) => webhook !== undefined && !(segment.test(name) && isPath(webhook.path)))
    .map(({ owner, item: { name, webhook } }) => {
      const message = createMessage('boot.webhookInvalid', { name, address: `${name}/…/${String(webhook?.path)}` })
      return createBootFault('payment-provider-address', owner, message, createMessage('boot.useWebhookName'))
    })
}

const kebab = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Checks plugins: unique kebab-case names and a compatible core version. */
export function checkPlugins({ config, version }: CheckInput): readonly Fault[] {
  const faults: Fault[] = []
  const names = new Set<string>([coreOwner])
  for (const { name, core } of listPlugins(config)) {
    // A host has the name of its platform.
    if (!kebab.test(name) && name !== config.host.platform) {
      const message = createMessage('boot.pluginNameInvalid', { name })
      faults.push(createBootFault('plugin-name', name, message, createMessage('boot.useKebabCase')))
    }
    if (names.has(name)) {
      const message = createMessage(name === coreOwner ? 'boot.pluginNameReserved' : 'boot.pluginTwice', { name })
      faults.push(createBootFault('plugin-clash', name, message, createMessage('boot.renamePlugin')))
    }
    names.add(name)
    // False for a range that is not valid.
    if (!satisfies(version, core, { includePrerelease: true })) {
      const message = createMessage('boot.coreVersion', { name, range: core, version })
      faults.push(createBootFault('core-range', name, message, createMessage('boot.installMatching')))
    }
  }
  return faults
}
