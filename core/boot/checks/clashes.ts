// Clashes: what is looked up by its name is contributed by one owner only.
import type { Fault } from '../../ground/fault.js'
import type { Owned } from '../../model/registry.js'
import type { CheckInput } from '../check.js'
import { type Contributed, listed } from '../collect.js'

interface Named {
  readonly name: string
}

interface Shelf {
  readonly id: string
  readonly what: string
  of(contributed: readonly Contributed[]): readonly Owned<Named>[]
}

const shelves: readonly Shelf[] = [
  { id: 'entity-clash', what: 'entity', of: (all) => listed(all, 'entities') },
  { id: 'property-kind-clash', what: 'property kind', of: (all) => listed(all, 'propertyKinds') },
  { id: 'question-type-clash', what: 'question type', of: (all) => listed(all, 'questionTypes') },
  { id: 'condition-type-clash', what: 'condition type', of: (all) => listed(all, 'conditionTypes') },
  { id: 'term-type-clash', what: 'term type', of: (all) => listed(all, 'termTypes') },
  { id: 'function-clash', what: 'function', of: (all) => listed(all, 'functions') },
  { id: 'action-clash', what: 'action', of: (all) => listed(all, 'actions') },
  { id: 'task-clash', what: 'task', of: (all) => listed(all, 'tasks') },
  { id: 'payment-provider-clash', what: 'payment provider', of: (all) => listed(all, 'paymentProviders') },
  { id: 'storefront-module-clash', what: 'storefront module', of: (all) => listed(all, 'storefrontModules') },
  { id: 'command-clash', what: 'command', of: commandsOf },
]

/** Commands and the actions that are commands too share one set of names. */
function commandsOf(contributed: readonly Contributed[]): readonly Owned<Named>[] {
  return contributed.flatMap((one) => {
    const actions = listed([one], 'actions').flatMap(({ owner, item }) =>
      item.command === undefined ? [] : [{ owner, item: { name: item.command } }],
    )
    return [...listed([one], 'commands'), ...actions]
  })
}

export function checkClashes({ contributed }: CheckInput): readonly Fault[] {
  return shelves.flatMap(({ id, what, of }) => {
    const owners = new Map<string, string>()
    return of(contributed).flatMap(({ owner, item: { name } }) => {
      const first = owners.get(name)
      if (first === undefined) {
        owners.set(name, owner)
        return []
      }
      const whose = first === owner ? `'${owner}' contributes it twice` : `'${first}' and '${owner}' contribute it`
      return [
        { id, owner, message: `There are two of the ${what} '${name}': ${whose}.`, hint: 'Rename one, or leave one plugin out.' },
      ]
    })
  })
}
