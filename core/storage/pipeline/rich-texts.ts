// Sanitises the large rich texts of an input in a worker, before the unit that writes them begins.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { longMarkup } from '../../foundation/markup-depth.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import type { Context } from '../context.js'

type WriteInput = Readonly<Record<string, unknown>>

/** Texts up to this length are cheap to sanitise in the pipeline. */
const maximumShortLength = 256

/** The property of a key such as `description`, or of a flat key such as `description_en_GB`. */
function findProperty({ properties }: Entity, key: string): Property | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  return Object.values(properties).find(({ name, translatable }) => translatable === true && key.startsWith(`${name}_`))
}

async function collectRichTexts(entity: Entity, input: WriteInput | null): Promise<readonly string[]> {
  // The pipeline rejects input that is not an object.
  if (input === null) return []
  const texts: string[] = []
  for (const key of Object.keys(input)) {
    const value = input[key]
    if (typeof value !== 'string' || value.length <= maximumShortLength) continue
    const property = findProperty(entity, key)
    if (!property?.kind.sanitizes) continue
    if (property.kind.sanitizes(value, property)) texts.push(value)
    if (value.length > longMarkup) await nextTurn()
  }
  return texts
}

/** Call it before a unit that writes inputs of callers. Otherwise the unit holds its database connection while the worker runs. */
export async function prepareRichTexts({ sanitizer }: Context, entity: Entity, ...inputs: readonly WriteInput[]): Promise<void> {
  const texts: string[] = []
  for (const input of inputs) texts.push(...(await collectRichTexts(entity, input)))
  if (texts.length > 0) await sanitizer.prepareRichTexts(texts)
}
