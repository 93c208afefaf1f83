// The `file` property kind: the name of an uploaded file in the store's file folder. Clients cannot choose a path.
import { createLabel, createMessage } from '../../foundation/message.js'
import {
  type Column,
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { validateText, shortText } from '../../foundation/property/text.js'

export interface FileOptions {
  /** A picture that the server draws together with others, such as a layer of a configured product. */
  readonly isLayer?: boolean
}

/** The members that all file kinds share. */
export const fileMembers: Omit<PropertyKind<FileOptions>, 'name' | 'control'> = {
  column: (): Column => ({ type: 'string', length: shortText, nullable: false }),
  schema: () => null,
  typeText: () => 'string',
  prepare: (value) => (value === '' ? null : value),
  validate(value, property) {
    if (typeof value !== 'string' || /[/\\]|^\.|[\u0000-\u001f]/.test(value)) {
      return [
        new Refusal(createMessage('fields.fileNameRequired', { field: createLabel('field', property.label) }), 'WRONG_TYPE'),
      ]
    }
    return validateText(property.label, value, shortText)
  },
  files: 'any',
}

export const fileKind: PropertyKind<FileOptions> = { name: 'file', control: 'file', ...fileMembers }

export function file<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<FileOptions, G, string, ''>
export function file(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<FileOptions> {
  return { kind: fileKind, label, ...propertyOptions, options: {} }
}
