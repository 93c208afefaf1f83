// The default notifications: complete, added once, in the languages of the shop, and never in place of an existing one.
import { expect } from 'chai'
import {
  createDefaultNotifications,
  listMissingNotifications,
} from '../../../../core/commerce/notification/default-notifications.js'
import { createMessageCatalogs } from '../../../../core/foundation/message-catalogs.js'
import { notification } from '../../../../core/model/entities/store/notification.js'
import { notificationStatuses } from '../../../../core/model/state/statuses.js'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'

type Fields = Readonly<Record<string, unknown>>

describe('default notifications', () => {
  let app: TestApp | undefined

  afterEach(async () => {
    await app?.stop()
    app = undefined
  })

  const add = async (): Promise<readonly string[]> =>
    ((await app!.act('add-default-notifications', {})) as { readonly added: readonly string[] }).added
  const list = async (): Promise<readonly Fields[]> => (await app!.shop.createContext({}).at()).records(notification)

  const listMissing = async () => listMissingNotifications(await app!.shop.createContext({}).at())

  it('exist for every status that sends mails, with texts for the customer and the shop', async () => {
    app = await bootTestApp()
    const added = await add()
    const stored = await list()
    expect(added).to.include.members(['Order placed', 'Shipment created', 'Quote requested'])
    // Orders that are not placed yet send no mails.
    const expected = Object.keys(notificationStatuses).filter((status) => status !== 'in_checkout' && status !== 'saved')
    expect(stored.map(({ status }) => status)).to.have.members(expected)
    for (const fields of stored)
      for (const tag of ['en_GB', 'de_DE'])
        for (const name of ['subject', 'body', 'manager_subject', 'manager_body'])
          expect(fields[`${name}_${tag}`], `${String(fields['name'])}: ${name} ${tag}`).to.match(/\{\{ \w+\.\w+ \}\}/)
  })

  it('are added only where a status has no notification, and never twice', async () => {
    app = await bootTestApp()
    const own = { name: 'My own text', status: 'ordered', send_customer: true, subject_en_GB: 'Mine', subject_de_DE: 'Meins' }
    await app.records.write('notification', own)
    expect((await listMissing()).some(({ status }) => status === 'ordered')).to.equal(false)
    const counts = await Promise.all([add(), add()])
    expect(counts.map(({ length }) => length).sort((a, b) => a - b)).to.deep.equal([0, 15])
    const placed = (await list()).filter(({ status }) => status === 'ordered')
    expect(placed).to.have.length(1)
    expect(placed[0]).to.include(own)
    expect(await listMissing()).to.deep.equal([])
  })

  it('use the languages of the shop, and leave out languages without default texts', async () => {
    app = await bootTestApp({ languages: ['he-IL', 'de-DE', 'fr-FR'] })
    await add()
    const placed = (await list()).find(({ status }) => status === 'ordered')!
    expect(placed).to.include({
      name: 'הזמנה התקבלה',
      subject_he_IL: 'ההזמנה שלכם {{ order.number }}',
      subject_de_DE: 'Ihre Bestellung {{ order.number }}',
      subject_fr_FR: '',
    })
  })

  it('are in English for a shop whose default language has no default texts', () => {
    const shop = { languages: ['fr-FR', 'it-IT'], defaultLanguage: 'fr-FR' }
    const [placed] = createDefaultNotifications(createMessageCatalogs(), shop)
    expect(placed).to.include({ name: 'Order placed', subject_fr_FR: 'Your order {{ order.number }}' })
    expect(placed).to.not.have.property('subject_it_IT')
  })
})
