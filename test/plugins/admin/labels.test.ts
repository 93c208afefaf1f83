// German and Hebrew labels in the admin: every label of core and the shipped plugins is translated, customizations may add theirs.
import { expect } from 'chai'
import { areas } from '../../../core/foundation/access.js'
import { findTextPlaceholders } from '../../../core/foundation/message-format.js'
import { listFields } from '../../../core/engine/question/fields.js'
import { createVocabulary } from '../../../core/engine/question/vocabulary.js'
import { backup } from '../../../plugins/backup/index.js'
import { ecb } from '../../../plugins/ecb/index.js'
import { importModels } from '../../../plugins/import-models/index.js'
import { vat } from '../../../plugins/vat/index.js'
import { mail } from '../../../plugins/mail/index.js'
import { builtInScreens } from '../../../plugins/admin/api/menu.js'
import { formGroups } from '../../../plugins/admin/api/form-groups.js'
import { createLabelTranslator, listRegistryLabels, type RegistryLabel } from '../../../plugins/admin/wording/label-translator.js'
import { readRepositoryFile } from '../../support/repository.js'
import { checkoutPlugins } from '../../support/selling-shop.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

const catalogNames = ['labels', 'labels-actions', 'labels-choices', 'labels-fields', 'labels-helps']

/** The labels of a language by key. */
const readLabels = (language: string): ReadonlyMap<string, string> =>
  new Map(
    catalogNames.flatMap((area) => {
      const labels = JSON.parse(readRepositoryFile(`messages/${area}.${language}.json`)) as Readonly<Record<string, string>>
      return Object.entries(labels).map(([name, text]) => [`${area}.${name}`, text] as const)
    }),
  )
const german = readLabels('de')

/** Labels that the registry does not declare. */
async function listOtherLabels({ context: { registry }, operations: { tasks } }: TestApp): Promise<readonly RegistryLabel[]> {
  const question = { id: 1, title: '', answerIds: [], settings: {} }
  const noTypes = { questionTypes: new Map(), conditionTypes: new Map(), termTypes: new Map(), functions: new Map() }
  const { groupFields } = createVocabulary({ questions: [], answers: [], calculations: [] }, noTypes)
  return [
    ...areas.map((area) => ({ key: `labels.area.${area}`, text: area })),
    ...builtInScreens.map(({ name, label }) => ({ key: `labels.screen.${name}`, text: label })),
    ...['general', 'files', 'children'].map((name) => ({ key: `labels.section.${name}`, text: name })),
    ...Object.entries(formGroups).flatMap(([entity, groups]) =>
      groups.map(({ name, label }) => ({ key: `labels.section.${entity}.${name}`, text: label })),
    ),
    ...(await tasks.states()).map(({ name, description }) => ({ key: `labels.task.${name}`, text: description })),
    ...[...groupFields.values()].map(({ key, title }) => ({ key: `labels.groupField.${key}`, text: title })),
    ...[...registry.questionTypes.values()].flatMap((type) =>
      listFields(type, question).flatMap(({ key, title, kind, description }) => [
        { key: `labels.ruleField.${key}`, text: title },
        { key: `labels.ruleField.${key}.${kind === 'choice' ? 'choice' : 'description'}`, text: description },
      ]),
    ),
  ]
}

describe('German labels of the admin', () => {
  let app: TestApp
  let say: (text: string, key?: string) => string
  before(async () => {
    app = await bootTestApp({
      plugins: [
        ...checkoutPlugins.filter(({ name }) => name !== 'vat'),
        // With a register, the plugin has a task.
        vat(),
        backup,
        importModels,
        mail({ folder: 'var/mails', from: 'shop@shop.example' }),
        ecb(),
      ],
    })
    say = createLabelTranslator(app.context.registry, 'de')
  })
  after(() => app?.stop())

  it('exist for every label of core and the shipped plugins', async () => {
    const declared = listRegistryLabels(app.context.registry)
    const translated = new Set(declared.filter(({ key }) => german.has(key)).map(({ text }) => text))
    // Dialogs exist for the actions on a record. The admin shows only the names of all others.
    const withDialog = [...app.context.registry.actions.keys()].filter((name) => german.has(`labels-actions.${name}.description`))
    const isShown = ({ key }: RegistryLabel): boolean => {
      const [, action] = /^labels-(?:actions|fields|helps|choices)\.(?:action\.)?([a-z-]+)\./.exec(key) ?? []
      return action === undefined || !app.context.registry.actions.has(action) || withDialog.includes(action)
    }
    expect(withDialog.length).to.be.above(10)
    expect(declared.filter((label) => isShown(label) && !translated.has(label.text)).map(({ key }) => key)).to.deep.equal([])
    expect((await listOtherLabels(app)).filter(({ key }) => !german.has(key)).map(({ key }) => key)).to.deep.equal([])
  })

  it('belong to a label that exists, and are ICU texts without placeholders', async () => {
    const keys = new Set([...listRegistryLabels(app.context.registry), ...(await listOtherLabels(app))].map(({ key }) => key))
    expect([...german.keys()].filter((key) => !keys.has(key))).to.deep.equal([])
    expect([...german].filter(([, text]) => text.trim() === '' || findTextPlaceholders(text).length > 0)).to.deep.equal([])
  })

  it('exist in Hebrew for the same keys', () => {
    const hebrew = readLabels('he')
    expect([...german.keys()].filter((key) => !hebrew.has(key))).to.deep.equal([])
    const isHebrew = (text: string): boolean => /[\u05d0-\u05ea]/.test(text)
    // Names of fonts, providers and codes.
    const names = /^(?:[A-Z][\w ]*|Webhook)$/
    expect([...hebrew].filter(([, text]) => !isHebrew(text) && !names.test(text))).to.deep.equal([])
  })

  it('are found by key, by an equal English label, and are English otherwise', () => {
    expect(say('Title', 'labels-fields.page.title')).to.equal('Titel')
    expect(say('order', 'labels.entity.sales-order')).to.equal('Bestellung')
    expect([say('Custom field 4'), say('Whatever'), say('__proto__')]).to.deep.equal([
      'Benutzerdefiniertes Feld 4',
      'Whatever',
      '__proto__',
    ])
    expect(createLabelTranslator(app.context.registry, 'en')('Title', 'labels-fields.page.title')).to.equal('Title')
  })

  it('come from a customization if it contributes them', async () => {
    const own = await bootTestApp({
      plugins: [
        {
          name: 'own-labels',
          core: '*',
          contributes: {
            messages: { 'labels-fields': { de: { 'product.title': 'Produktname', 'material.surface': 'Oberfläche' } } },
            translations: { de: { Gloss: 'Glanz' } },
          },
        },
      ],
    })
    const translate = createLabelTranslator(own.context.registry, 'de')
    expect(translate('Title', 'labels-fields.product.title')).to.equal('Produktname')
    expect(translate('Surface', 'labels-fields.material.surface')).to.equal('Oberfläche')
    expect(translate('Gloss')).to.equal('Glanz')
    await own.stop()
  })
})
