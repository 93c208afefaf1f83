// Reads the fields of a record as a form of the admin sends them: typed numbers, and the switches that entered values turn on.
import type { AdminLanguage, Entity } from '#core/surface.js'
import type { WireRow } from './shape.js'
import { readTypedNumbers } from './typed-numbers.js'

/** Sets the boolean properties that entered values switch on, unless the author sets them in the same request. */
function switchOnDependents({ properties }: Entity, fields: WireRow): WireRow {
  const switched = Object.entries(fields).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name]! : null
    const isEntered = value !== '' && value !== null && value !== property?.default
    return property?.switchesOn !== undefined && isEntered ? [property.switchesOn] : []
  })
  return { ...Object.fromEntries(switched.map((name) => [name, true])), ...fields }
}

/** Every form that writes records reads its fields here. Throws VALIDATION_FAILED for ambiguous numbers. */
export const readFormFields = async (entity: Entity, fields: WireRow, language: AdminLanguage): Promise<WireRow> =>
  switchOnDependents(entity, await readTypedNumbers(entity.properties, fields, language))
