// Keys that differ by blanks, case or accents never match another key, on any database.
import { expect } from 'chai'
import {
  signingSecretVariable,
  loadSigningSecret,
  lockSystemVariable,
  readSystemVariable,
  setSystemVariable,
} from '../../../core/storage/system-variables.js'
import { unit } from '../../../core/storage/unit-of-work/transaction.js'
import { readBookkeeping } from '../../../core/storage/migration/bookkeeping.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { isServerDatabase } from '../../support/database.js'
import { catchValidationError } from '../../support/validation-error.js'

const blanks = [' ', '  ', '\t', '\n', '\u00a0', '\u3000']
/** Variants of the key that a padded or case-insensitive collation considers equal. */
const disguises = (key: string): readonly string[] => [
  ...blanks.flatMap((blank) => [key + blank, blank + key]),
  key.toUpperCase(),
  key.replace('e', 'é'),
  `${key}\u0301`,
]

describe('Keys with blanks, other case or accents', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app.stop())
  afterEach(() => app.reset())

  it('cannot read or overwrite the signing secret through svc_set_system_var', async () => {
    const { database } = app.context
    const secret = await loadSigningSecret(database)
    for (const key of disguises(signingSecretVariable)) {
      const reply = await app.act('set-system-var', { key, value: 'mine now' }).catch((error: unknown) => String(error))
      expect(JSON.stringify(reply), JSON.stringify(key)).not.to.contain(secret)
      expect(await readSystemVariable(database, signingSecretVariable)).to.equal(secret)
    }
    for (const key of [' secret', 'secret ', ' ', 'migration_failure ', ' migration_pointer core']) {
      const { issues } = await catchValidationError(app.act('set-system-var', { key, value: 'x' }))
      expect(issues[0], JSON.stringify(key)).to.include({ field: 'key' })
    }
  })

  it('match no system variable and are rejected as names', async () => {
    const { database } = app.context
    await setSystemVariable(database, 'note', 'kept')
    for (const name of disguises('note')) expect(await readSystemVariable(database, name), JSON.stringify(name)).to.equal(null)
    for (const blank of blanks) {
      const locked = unit(database, (u) => lockSystemVariable(u, `note${blank}`, ''))
      expect(String(await locked.catch((error: unknown) => error))).to.contain('must not start or end with a space')
      expect(String(await setSystemVariable(database, `note${blank}`, '').catch((error: unknown) => error))).to.contain(
        'must not start or end with a space',
      )
    }
    expect(await readSystemVariable(database, 'note')).to.equal('kept')
  })

  it('are separate migration owners', async () => {
    const { database } = app.context
    const before = (await readBookkeeping(database))!.pointers
    const sql = 'INSERT INTO svc_system_variables (name, value) VALUES (?, ?)'
    await database.run(sql, ['migration_pointer core ', '9999'])
    const { pointers } = (await readBookkeeping(database))!
    expect([pointers.get('core'), pointers.get('core ')]).to.deep.equal([before.get('core'), '9999'])
  })

  it('are stored without outer blanks in labels, codes, SKUs, calculation names and email addresses', async () => {
    const texts = { title_en_GB: 'Pen', title_de_DE: 'Stift', tax_class_id: 1 }
    const { id } = await app.records.write('product', {
      ...texts,
      label_en_GB: ' pen\t',
      label_de_DE: '\u00a0stift ',
      sku: ' P-1 ',
    })
    expect((await app.records.read('product', id)).record).to.include({ label_en_GB: 'pen', label_de_DE: 'stift', sku: 'P-1' })
    const again = await catchValidationError(app.records.write('product', { ...texts, label_en_GB: 'pen ' }))
    expect(again.issues[0]).to.include({ field: 'label_en_GB', code: 'NOT_UNIQUE' })
    const currency = { title_en_GB: 'X', title_de_DE: 'X', symbol: 'x', multiplicator: 1 }
    const twice = await catchValidationError(app.records.write('currency', { ...currency, code: ' EUR ' }))
    expect(twice.issues[0]).to.include({ field: 'code', code: 'NOT_UNIQUE' })
    const calculation = await app.records.write('calculation', { product_id: id, name: ' Width ' })
    expect((await app.records.read('calculation', calculation.id)).record).to.include({ name: 'Width' })
    const customer = await app.records.write('customer', { email: ' Ada@people.example\n', customer_group_id: 1 })
    expect((await app.records.read('customer', customer.id)).record).to.include({ email: 'Ada@people.example' })
    expect((await catchValidationError(app.records.write('calculation', { product_id: id, name: ' ' }))).issues[0]).to.include({
      code: 'REQUIRED',
    })
  })

  it('are stored without outer blanks in token names', async () => {
    expect((await app.access.tokens.mint({ name: ' shop sync ' })).name).to.equal('shop sync')
    await catchValidationError(app.access.tokens.mint({ name: ' \t' }))
  })

  it('are equal email addresses if they differ only by case, outer blanks or punycode', async () => {
    const add = (email: string): Promise<unknown> => app.records.write('customer', { email, customer_group_id: 1 })
    await add('Ada@people.example')
    await add('ada@péople.example')
    await add('a.da@people.example')
    for (const email of ['ada@people.example', 'ADA@PEOPLE.EXAMPLE ', ' Ada@PÉOPLE.example', 'ADA@xn--pople-bsa.EXAMPLE']) {
      const { issues } = await catchValidationError(add(email))
      expect(issues[0], email).to.include({ field: 'email', code: 'NOT_UNIQUE' })
    }
  })

  it('are distinct product labels if they differ by case or accents', async () => {
    for (const label of ['sofa', 'Sofa', 'sófa', 'so\u0301fa', 'straße', 'strasse', '😀', '😁']) {
      await app.records.write('product', { title_en_GB: 'Sofa', title_de_DE: 'Sofa', tax_class_id: 1, label_en_GB: label })
    }
  })

  it('remain distinct after a charset conversion, including names that differ only by case', async function () {
    if (!isServerDatabase) this.skip()
    const { database } = app.context
    await database.execute('ALTER TABLE svc_system_variables DEFAULT CHARACTER SET latin1')
    await database.execute('ALTER TABLE svc_system_variables MODIFY COLUMN name varchar(100) COLLATE utf8mb4_bin NOT NULL')
    await setSystemVariable(database, 'note', 'lower')
    await setSystemVariable(database, 'NOTE', 'upper')
    expect(await app.act('convert-charset')).to.deep.include({ converted: ['svc_system_variables'], nonConforming: [] })
    expect(await readSystemVariable(database, 'note')).to.equal('lower')
    await database.run("INSERT INTO svc_system_variables (name, value) VALUES ('note ', 'padded')")
    expect(await readSystemVariable(database, 'note')).to.equal('lower')
  })
})
