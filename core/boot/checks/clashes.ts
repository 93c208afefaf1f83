// Checks that each name within a contribution point belongs to one owner.
import { toClashId } from '../../contribution/define.js'
import { listPointNames, points } from '../../contribution/points.js'
import type { Fault } from '../../foundation/errors.js'
import type { CheckInput } from '../boot-check.js'
import { type Contributed, listContributions } from '../collect.js'

interface Claim {
  readonly owner: string
  /** The kind of item. Names must be unique within it. */
  readonly noun: string
  readonly name: string
}

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
    const message = `There are two of the ${noun} '${name}': ${clashOwners}.`
    return [{ id: toClashId(noun), owner, message, hint: 'Rename one, or leave one plugin out.' }]
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
