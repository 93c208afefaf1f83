// German labels in the admin: every entity, field and choice of core is translated, customizations may add theirs.
import { expect } from 'chai'
import type { Registry } from '../../../core/model/registry.js'
import { createLabelTranslator } from '../../../plugins/admin/wording/label-translator.js'
import { areas } from '../../../core/foundation/access/areas.js'
import { entities } from '../../../core/model/entities/index.js'

const registryWith = (sentences: Readonly<Record<string, string>>): Registry =>
  ({ sentences: () => sentences }) as unknown as Registry

/** Words that are the same in both languages. */
const alike = new Set([
  'Symbol',
  'Name',
  'Text',
  'Status',
  'Bank',
  'IBAN',
  'BIC',
  'Logo',
  'Zone',
  'zone',
  'matrix',
  'Matrix',
  'Code',
  'code',
  'Newsletter',
  'Token',
  'Shop',
  'Parameter',
  'system',
  'Anthropic',
  'Person',
  'Organisation',
  'ID',
])

describe('German labels of the admin', () => {
  it('exist for every entity, field and choice of core', () => {
    const say = createLabelTranslator(registryWith({}), 'de')
    const texts = entities.flatMap(({ label, pluralLabel, properties }) => [
      label,
      pluralLabel,
      ...Object.values(properties).flatMap((property) => {
        const { choices } = property.options as { readonly choices?: unknown }
        return [
          property.label,
          ...(typeof choices === 'object' && choices !== null ? Object.values(choices as Record<string, string>) : []),
        ]
      }),
    ])
    const missing = [...new Set([...texts, ...areas])].filter((text) => say(text) === text && !alike.has(text))
    expect(missing).to.deep.equal([])
  })

  it('come from a customization if it translates them, and are English otherwise', () => {
    const say = createLabelTranslator(registryWith({ Surface: 'Oberfläche', Title: 'Name des Dings' }), 'de')
    expect([say('Surface'), say('Title'), say('Custom field 4'), say('Whatever')]).to.deep.equal([
      'Oberfläche',
      'Name des Dings',
      'Benutzerdefiniertes Feld 4',
      'Whatever',
    ])
    expect(createLabelTranslator(registryWith({ Surface: 'Oberfläche' }), 'en')('Surface')).to.equal('Surface')
    expect(say('__proto__')).to.equal('__proto__')
  })
})
