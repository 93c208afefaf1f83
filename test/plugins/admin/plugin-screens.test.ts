// Screens and widgets of plugins in the admin: visibility by scope, script delivery, and missing scripts.
import { expect } from 'chai'
import type { Scope } from '../../../core/foundation/access.js'
import type { Dashboard } from '../../../plugins/admin/api/screen-shape.js'
import type { EntityShape } from '../../../plugins/admin/api/shape.js'
import type { MenuArea } from '../../../plugins/admin/api/account-shape.js'
import { example } from '../../../customizations/example/index.js'
import { withAdminScreen } from '../../fixtures/customizations/with-admin-screen.js'
import { withAdminWidget } from '../../fixtures/customizations/with-admin-widget.js'
import { catchError } from '../../support/caught-error.js'
import { type AdminService, startAdmin } from './service.js'

describe('screens and widgets of plugins', function () {
  this.timeout(60_000)
  let service: AdminService
  before(async () => {
    service = await startAdmin({ customizations: [example(), withAdminScreen, withAdminWidget] })
  })
  after(() => service.stop())

  async function listScreens(...scopes: readonly Scope[]): Promise<readonly string[]> {
    const client = await service.as(...scopes)
    const menu = (await client.send('GET', 'menu')).body as readonly MenuArea[]
    const { plugged: pluginScreens } = (await client.send('GET', 'dashboard')).body as Dashboard
    const screens = menu.flatMap(({ entries }) => entries.filter(({ script }) => script !== undefined))
    const level = ({ write }: { readonly write: boolean }): string => (write ? 'write' : 'read')
    return [...screens, ...pluginScreens].map(({ name, may }) => `${name} ${level(may)}`)
  }

  it('are visible only to accounts with their scope', async () => {
    expect(await listScreens('system:write')).to.deep.equal([])
    expect(await listScreens('catalog:read')).to.deep.equal(['material-use read', 'ending-materials read'])
    expect(await listScreens('catalog:write')).to.deep.equal(['material-use write', 'ending-materials write'])
    expect(await listScreens('store:write', 'customers:read')).to.deep.equal(['opening-hours write', 'hours-today read'])
  })

  it('load scripts that are served as JavaScript with an ETag', async () => {
    const client = await service.as('catalog:write', 'store:write')
    const menu = (await client.send('GET', 'menu')).body as readonly MenuArea[]
    const scripts = menu.flatMap(({ entries }) => entries.flatMap(({ script }) => script ?? []))
    expect(scripts).to.have.length(2)
    for (const script of scripts) {
      const first = await fetch(service.app.url + script)
      expect(first.headers.get('content-type')).to.equal('text/javascript; charset=utf-8')
      expect(await first.text()).to.match(/export (const|function|\{)/)
      const again = await fetch(service.app.url + script, { headers: { 'if-none-match': first.headers.get('etag')! } })
      expect(again.status).to.equal(304)
    }
    expect((await service.stranger.send('GET', '/svc-admin/plugged/screen-nothing.js')).status).to.equal(404)
  })

  it('draw the fields of their kind and the property that they name', async () => {
    const client = await service.as('catalog:write')
    const widgets = async (entity: string): Promise<object> => {
      const { form } = (await client.send('GET', `entities/${entity}`)).body as EntityShape
      return Object.fromEntries(form.fields.flatMap(({ name, widget }) => (widget ? [[name, widget.split('/').at(-1)]] : [])))
    }
    expect(await widgets('material')).to.deep.equal({ surface: 'widget-ral-control.js' })
    expect(await widgets('product')).to.deep.equal({ sku: 'widget-sku-in-capitals.js' })
  })

  it('prevent the service from starting if a script is missing, with an error that names it', async () => {
    const script = new URL('file:///nowhere/screen.js')
    const lost = {
      ...withAdminScreen,
      contributes: { adminScreens: [{ name: 'lost', label: 'Lost', area: 'store' as const, script }] },
    }
    const error = await catchError(startAdmin({ customizations: [lost] }))
    expect(error.message).to.contain("The script of the screen 'lost' of 'with-admin-screen' cannot be read.")
  })
})
