// Trigrams: splits texts into parts of three characters, encoded as numbers, and groups records into blocks that share index rows.
import type { Entity } from '../../model/entity/define.js'
import { findIndexedProperties } from '../../model/entity/indexed-texts.js'
import type { Registry } from '../../model/registry.js'

/** Characters (code points) per trigram. */
export const trigramLength = 3

/**
 * Records per block. Records with consecutive ids share one row per trigram, with one bit each: a tenth of the rows that single ids
 * would need. The bits must fit a JavaScript number exactly (53).
 */
export const blockSize = 48

export const toBlock = (id: number): number => Math.floor(id / blockSize)

/** Reduces a code point to 16 bits. Characters beyond U+FFFF can collide: the search checks the extra matches afterwards. */
const toShortCode = (point: number): number => (point ^ (point >>> 16)) & 0xffff

/** The distinct trigrams of a folded text. Numbers avoid collations. Empty for a text shorter than a trigram. */
export function toTrigrams(folded: string): ReadonlySet<number> {
  const points = Array.from(folded, (character) => toShortCode(character.codePointAt(0)!))
  const trigrams = new Set<number>()
  for (let at = 0; at + trigramLength <= points.length; at++)
    trigrams.add((points[at]! * 0x10000 + points[at + 1]!) * 0x10000 + points[at + 2]!)
  return trigrams
}

/** The record's bit in its block. */
export const toBlockBit = (id: number): number => 2 ** (id % blockSize)

/** The ids of the block's records whose bits are set. */
export function toBlockIds(block: number, records: number): readonly number[] {
  const ids: number[] = []
  for (let at = 0, rest = records; rest >= 1; at++, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) ids.push(block * blockSize + at)
  return ids
}

/** The entities with a trigram index. */
export const listIndexedEntities = ({ entities }: Registry): readonly Entity[] =>
  [...entities.values()].filter((entity) => findIndexedProperties(entity).size > 0)

/** The indexed fields of an entity, in the format of `svc_gram_states`. */
export const formatIndexedFields = (entity: Entity): string =>
  [...findIndexedProperties(entity)]
    .map(({ name }) => name)
    .sort()
    .join(' ')
