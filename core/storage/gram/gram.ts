// Grams: the parts of three characters that a text has, as numbers; and the blocks of records that are indexed together.
import type { Entity } from '../../model/entity/define.js'
import { findIndexedProperties } from '../../model/entity/indexed-texts.js'
import type { Registry } from '../../model/registry.js'

/** Characters (code points) of a gram. */
export const gramLength = 3

/**
 * Records whose ids follow each other share a row for each gram, with a bit for each of them: a tenth of the rows that single ids would
 * take. No more bits than a number of JavaScript holds exactly.
 */
export const blockSize = 48

export const blockOf = (id: number): number => Math.floor(id / blockSize)

/** Sixteen bits of a code point. Beyond the first plane two characters may be one: then more is found than has the text, and judged. */
const shortened = (point: number): number => (point ^ (point >>> 16)) & 0xffff

/** The grams of a folded text, each once; as numbers, which no collation compares. None of a text that is shorter than a gram. */
export function gramsOf(folded: string): ReadonlySet<number> {
  const points = Array.from(folded, (character) => shortened(character.codePointAt(0)!))
  const grams = new Set<number>()
  for (let at = 0; at + gramLength <= points.length; at++)
    grams.add((points[at]! * 0x10000 + points[at + 1]!) * 0x10000 + points[at + 2]!)
  return grams
}

/** The record's bit in its block. */
export const bitOf = (id: number): number => 2 ** (id % blockSize)

/** The ids of a block's records whose bits are set. */
export function idsOf(block: number, records: number): readonly number[] {
  const ids: number[] = []
  for (let at = 0, rest = records; rest >= 1; at++, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) ids.push(block * blockSize + at)
  return ids
}

/** The entities whose texts are indexed so. */
export const entitiesWithGrams = ({ entities }: Registry): readonly Entity[] =>
  [...entities.values()].filter((entity) => findIndexedProperties(entity).size > 0)

/** What an index was made of, as its state says it. */
export const fieldsOf = (entity: Entity): string =>
  [...findIndexedProperties(entity)]
    .map(({ name }) => name)
    .sort()
    .join(' ')
