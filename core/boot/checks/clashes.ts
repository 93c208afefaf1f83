// Clashes: what is looked up by its name is contributed by one owner only.
import { clashId } from '../../contribution/define.js'
import { listNames, points } from '../../contribution/points.js'
import type { Fault } from '../../ground/fault.js'
import type { CheckInput } from '../check.js'
import { type Contributed, listed } from '../collect.js'

interface Claim {
  readonly owner: string
  /** One set of names. */
  readonly noun: string
  readonly name: string
}

export function checkClashes({ contributed }: CheckInput): readonly Fault[] {
  const owners = new Map<string, string>()
  return contributed.flatMap(claimsOf).flatMap(({ owner, noun, name }) => {
    const key = `${noun} ${name}`
    const first = owners.get(key)
    if (first === undefined) {
      owners.set(key, owner)
      return []
    }
    const whose = first === owner ? `'${owner}' contributes it twice` : `'${first}' and '${owner}' contribute it`
    const message = `There are two of the ${noun} '${name}': ${whose}.`
    return [{ id: clashId(noun), owner, message, hint: 'Rename one, or leave one plugin out.' }]
  })
}

/** Every name that one owner takes: those of its items, and those that items take beside their own. */
function claimsOf(one: Contributed): readonly Claim[] {
  return listNames.flatMap((point) => {
    const { noun, alsoNamed = {} } = points[point]
    return listed([one], point).flatMap(({ owner, item }) => {
      const others = Object.entries(alsoNamed).flatMap(([other, member]): readonly Claim[] => {
        const name: unknown = Reflect.get(item, member)
        return typeof name === 'string' ? [{ owner, noun: other, name }] : []
      })
      return [{ owner, noun, name: item.name }, ...others]
    })
  })
}
