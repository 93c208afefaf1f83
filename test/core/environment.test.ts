// Settings: precedence, files, masks and everything that is refused.
import { expect } from 'chai'
import { resolveSettings, findUnknownVariables } from '../../core/resolve-settings.js'
import { formatSetting } from '../../core/settings.js'
import { BootError, type Fault } from '../../core/foundation/errors.js'
import { messageText } from '../../core/foundation/message-format.js'

function faults(run: () => unknown): readonly Fault[] {
  try {
    run()
  } catch (error) {
    if (error instanceof BootError) return error.faults
    throw error
  }
  return []
}

describe('settings', () => {
  it('have defaults, and say so', () => {
    const settings = resolveSettings({ root: '/srv' })
    expect(settings).to.deep.include({
      database: 'sqlite:var/svc.sqlite',
      listenHost: '127.0.0.1',
      listenPort: 3000,
      baseUrl: null,
      logLevel: 'info',
      secret: null,
      root: '/srv',
    })
    expect(new Set(Object.values(settings.origins))).to.deep.equal(new Set(['default']))
  })

  it('come from options before the environment, from there before the file', () => {
    const file = { listenPort: 1, listenHost: 'file', database: 'sqlite:file' }
    const environment = { SVC_PORT: '2', SVC_HOST: 'environment' }
    const settings = resolveSettings({ file, environment, options: { listenPort: 3 } })
    expect(settings).to.deep.include({ listenPort: 3, listenHost: 'environment', database: 'sqlite:file' })
    expect(settings.origins).to.deep.include({
      listenPort: 'option',
      listenHost: 'SVC_HOST',
      database: 'svc.config.ts',
      demo: 'default',
    })
  })

  it('are read from the file that a variable ending in _FILE names', () => {
    const readFile = (path: string): string => `${path} keeps secrets\n`
    const settings = resolveSettings({ environment: { SVC_SECRET_FILE: '/run/secret' }, readFile })
    expect(settings.secret).to.equal('/run/secret keeps secrets')
    expect(settings.origins.secret).to.equal('SVC_SECRET_FILE')
  })

  it('take origins as a browser sends them, in a list or with commas between them', () => {
    const setting = 'https://cms.example, http://shop.example:8080'
    const listed = ['https://cms.example', 'http://shop.example:8080']
    expect(resolveSettings().embedOrigins).to.deep.equal([])
    expect(resolveSettings({ environment: { SVC_EMBED_ORIGINS: setting } }).embedOrigins).to.deep.equal(listed)
    expect(resolveSettings({ file: { embedOrigins: listed } }).embedOrigins).to.deep.equal(listed)
    expect([formatSetting('embedOrigins', listed), formatSetting('embedOrigins', [])]).to.deep.equal([setting, '(none)'])
    for (const origin of [
      '*',
      'cms.example',
      'https://cms.example/',
      'https://CMS.example',
      'https://cms.example:443',
      'null',
      '',
    ]) {
      const [fault] = faults(() => resolveSettings({ file: { embedOrigins: [origin] } }))
      expect(fault?.message, origin).to.contain("The setting 'embedOrigins' is")
    }
  })

  it('hosts: take name, name:port and http://name:port as URLs spell them, and refuse all else', () => {
    const hosts = ['api.openai.com', 'localhost:11434', 'http://models.internal:11434', 'http://gateway.internal']
    for (const name of ['advisorHosts', 'paymentHosts'] as const) {
      expect(resolveSettings({ file: { [name]: hosts } })[name]).to.deep.equal(hosts)
      for (const host of [
        'https://pay.example',
        'http://pay.example/',
        'http://pay.example:80',
        'http://',
        'ftp://pay.example',
        'PAY.example',
      ]) {
        const [fault] = faults(() => resolveSettings({ file: { [name]: [host] } }))
        expect(fault?.message, host).to.contain(`The setting '${name}' is`)
      }
    }
    expect(resolveSettings({ environment: { SVC_PAYMENT_HOSTS: hosts.join(', ') } }).paymentHosts).to.deep.equal(hosts)
    expect(resolveSettings().paymentHosts).to.deep.equal([])
  })

  it('count an empty variable as absent', () => {
    expect(resolveSettings({ environment: { SVC_PORT: '', SVC_PORT_FILE: '' } }).listenPort).to.equal(3000)
  })

  it('seed the demo shop on the default database only, unless they say otherwise', () => {
    expect(resolveSettings().demo).to.equal(true)
    expect(resolveSettings({ file: { database: 'sqlite:var/svc.sqlite' } }).demo).to.equal(false)
    expect(resolveSettings({ environment: { SVC_DATABASE_URL: 'sqlite:shop.sqlite' } }).demo).to.equal(false)
    expect(resolveSettings({ environment: { SVC_DATABASE_URL: 'sqlite:shop.sqlite', SVC_DEMO: 'on' } }).demo).to.equal(true)
    expect(resolveSettings({ file: { demo: 'off' } }).demo).to.equal(false)
  })

  it('keep URLs in one form', () => {
    const settings = resolveSettings({
      file: { baseUrl: 'https://Shop.example/svc/', errorTypeBase: 'https://shop.example/errors' },
    })
    expect(settings).to.deep.include({ baseUrl: 'https://shop.example/svc', errorTypeBase: 'https://shop.example/errors/' })
  })

  it('refuse every value that cannot be used, all at once, and say what can', () => {
    const environment = {
      SVC_PORT: 'tcp://10.0.0.1:80',
      SVC_DEMO: 'maybe',
      SVC_LOG_LEVEL: 'loud',
      SVC_BASE_URL: 'shop',
      SVC_SECRET: 'short',
    }
    const settingFaults = faults(() => resolveSettings({ environment, file: { database: 'postgres://x' } }))
    expect(settingFaults.map(({ id }) => id)).to.deep.equal(Array.from({ length: 6 }, () => 'setting-unusable'))
    const port = settingFaults.find(({ owner }) => owner === 'SVC_PORT')
    expect(port?.message).to.equal("The setting 'SVC_PORT' is 'tcp://10.0.0.1:80', which cannot be used.")
    expect(port?.hint.message).to.equal('Use a number from 0 to 65535; 0 takes a free one.')
    expect(JSON.stringify(settingFaults)).not.to.include('short')
  })

  it('refuse a variable that is given twice, and a file that cannot be read', () => {
    const readFile = (): string => {
      throw new Error('ENOENT')
    }
    const environment = { SVC_PORT: '1', SVC_PORT_FILE: '/run/port', SVC_SECRET_FILE: '/run/none' }
    expect(faults(() => resolveSettings({ environment, readFile })).map(({ id, message }) => [id, message])).to.deep.equal([
      ['environment-ambiguous', "Both 'SVC_PORT' and 'SVC_PORT_FILE' are set."],
      ['environment-file', "The file '/run/none' of the setting 'SVC_SECRET_FILE' cannot be read."],
    ])
  })

  it('are shown without secrets', () => {
    expect(formatSetting('secret', 'a very long secret')).to.equal('***')
    expect(formatSetting('database', 'mysql://svc:geheim@db:3306/shop')).to.equal('mysql://svc:***@db:3306/shop')
    expect(formatSetting('demo', true)).to.equal('on')
    expect(formatSetting('baseUrl', null)).to.equal('(none)')
  })

  it('report variables that look misspelt, and leave strangers alone', () => {
    expect(
      findUnknownVariables({ SVC_PROT: '1', SVC_PORT: '1', SVC_TEST_DATABASE_URL: 'x', SVC_ROOT: '/', PATH: '/bin' }).map(
        messageText,
      ),
    ).to.deep.equal(["The environment variable 'SVC_PROT' is not a setting of the service. Did you mean 'SVC_PORT'?"])
  })
})
