// The default notifications: complete, added once, in the languages of the shop, and never in place of an existing one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  createDefaultNotifications,
  listMissingNotifications,
  seedNotifications,
} from '../../../../core/commerce/notification/default-notifications.js'
import { createMessageCatalogs } from '../../../../core/foundation/message-catalogs.js'
import { notification } from '../../../../core/model/entities/store/notification.js'
import { notificationStatuses } from '../../../../core/model/state/statuses.js'
import { shopPlatform } from '../../../../hosts/shop_platform/index.js'
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
    const placed = (await list()).find(({ status }) => status === 'ordered')!
    expect(placed).to.include({
      name: 'הזמנה התקבלה',
      subject_he_IL: 'ההזמנה שלכם {{ order.number }}',
      subject_de_DE: 'Ihre Bestellung {{ order.number }}',
      subject_fr_FR: '',
    })
  })

  it('exist in a new shop from its first start, and in no shop that lacks them later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-notifications-'))
    const database = `sqlite:${join(folder, 'shop.sqlite')}`
    try {
      app = await bootTestApp({ database })
      const created = await list()
      expect(created).to.have.length(16)
      expect(created.find(({ status }) => status === 'ordered')).to.include({ send_customer: true, send_manager: true })
      expect(await app.act('add-default-notifications')).to.deep.equal({ added: [] })
      await app.records.remove('notification', Number(created[0]!['id']))
      await app.stop()
      app = await bootTestApp({ database })
      expect(await list()).to.have.length(15)
      expect(await listMissing()).to.have.length(1)
    } finally {
      await app?.stop()
      app = undefined
      await rm(folder, { recursive: true })
    }
  })

  it('exist once if the first start was interrupted, and not on a host that owns the orders', async () => {
    app = await bootTestApp({
      database: 'sqlite::memory:',
      host: shopPlatform({ issuer: 'shop', audience: 'configurator', secret: 'x'.repeat(32) }),
    })
    expect(await list()).to.deep.equal([])
    const work = app.shop.createContext({})
    await Promise.all([seedNotifications(work), seedNotifications(work)])
    expect(await list()).to.have.length(16)
  })

  it('get their texts in an added language, but no translation of a text that the merchant wrote', async () => {
    app = await bootTestApp()
    await add()
    const find = async (status: string) => (await list()).find((fields) => fields['status'] === status)!
    const ordered = await find('ordered')
    await app.records.write('notification', { subject_en_GB: 'We got it' }, { id: Number(ordered['id']) })
    const activate = (active_languages: readonly string[]) => app!.records.write('settings', { active_languages }, { id: 1 })
    await activate(['en-GB', 'de-DE', 'he-IL'])
    await app.records.write('notification', { subject_he_IL: 'שלי' }, { id: Number((await find('paid'))['id']) })
    await activate(['en-GB', 'de-DE'])
    await activate(['en-GB', 'de-DE', 'he-IL', 'fr-FR'])
    expect(await find('ordered')).to.include({ subject_en_GB: 'We got it', subject_he_IL: '', subject_fr_FR: '' })
    expect((await find('ordered'))['body_he_IL']).to.contain('{{ order.items_block }}')
    expect(await find('paid')).to.include({ subject_he_IL: 'שלי', subject_fr_FR: '' })
    expect((await find('cancelled'))['subject_he_IL']).to.match(/\{\{ order\.number \}\}/)
  })

  it('are in English for a shop whose default language has no default texts', () => {
    const shop = { languages: ['fr-FR', 'it-IT'], defaultLanguage: 'fr-FR' }
    const [placed] = createDefaultNotifications(createMessageCatalogs(), shop)
    expect(placed).to.include({ name: 'Order placed', subject_fr_FR: 'Your order {{ order.number }}' })
    expect(placed).to.not.have.property('subject_it_IT')
  })
})
