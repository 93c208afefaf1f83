// Checks names and intervals of contributions: existing events of observers, valid names, and valid task intervals.
import { type EventName, eventNames } from '../../foundation/events.js'
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message-values.js'
import type { OwnedItem } from '../../model/registry.js'
import type { CheckInput } from '../boot-check.js'
import { type Contributed, listContributions } from '../collect.js'

interface NameRule {
  readonly id: string
  readonly noun: string
  readonly form: RegExp
  readonly hint: string
}

/** Maximum length in characters: names are stored in a column and shown in lists. */
const maximumLength = 60
const word = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/
const wordHint = `Use at most ${maximumLength} letters, digits, '_' and '-', with a letter in front, as in 'RalColour'.`
const questionTypeName: NameRule = { id: 'question-type-name', noun: 'question type', form: word, hint: wordHint }
const conditionTypeName: NameRule = { id: 'condition-type-name', noun: 'condition type', form: word, hint: wordHint }
const termTypeName: NameRule = { id: 'term-type-name', noun: 'term type', form: word, hint: wordHint }
const functionName: NameRule = {
  id: 'function-name',
  noun: 'function',
  form: /^[A-Za-z_][A-Za-z0-9_]*$/,
  hint: `Use at most ${maximumLength} letters, digits and '_', as in 'square_metres': formulas call it by its name.`,
}
const taskName: NameRule = {
  id: 'task-name',
  noun: 'task',
  form: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  hint: `Use at most ${maximumLength} lower-case letters, digits and '-', as in 'send-report'.`,
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
    message: `'${owner}' observes '${name}', which is no event.${didYouMean(name, eventNames)}`,
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
  const message = `The task '${name}' of '${owner}' runs every ${String(every)} seconds, which is no interval.`
  return [{ id: 'task-interval', owner, message, hint: `Set 'every' to a number of seconds from 1 to ${maximumInterval}.` }]
}
