// Checks for settings that are allowed but not recommended in production.
import { defineHealthCheck, doubtful, type HealthReport, sound } from './define-health-check.js'

const localAddress = /^(127\.|::1$|localhost$)/

export const settings = defineHealthCheck({
  name: 'settings',
  description: 'Settings that are allowed but not recommended in production.',
  async examine({ app: { config, host, context } }) {
    const { baseUrl, listenHost, demo, origins } = config
    const opinions: HealthReport[] = []
    if (baseUrl === null && !localAddress.test(listenHost)) {
      const advice =
        "Set 'SVC_BASE_URL' to the address under which callers reach the service: links in mails and documents need it."
      opinions.push(doubtful(`The service listens on ${listenHost} and does not know its own address.`, advice))
    }
    if (baseUrl?.startsWith('http:') && !localAddress.test(new URL(baseUrl).hostname)) {
      const advice = 'Put a proxy with a certificate in front, and let SVC_BASE_URL begin with https.'
      opinions.push(doubtful(`Callers reach the service at ${baseUrl}, without encryption.`, advice))
    }
    const isSeeded = context.plugins.some(({ name }) => name === 'demo')
    if (demo && isSeeded)
      opinions.push(doubtful('An empty database is filled with the demo shop.', "Set 'SVC_DEMO' to off where people shop."))
    if (demo && !isSeeded && origins.demo !== 'default') {
      const advice = "Add demo() to the 'plugins' of svc.config.ts, or set 'SVC_DEMO' to off."
      opinions.push(doubtful("'SVC_DEMO' is on, but no plugin brings a demo shop.", advice))
    }
    if (origins.database === 'default') {
      const advice = "Set 'SVC_DATABASE_URL', so that the shop does not depend on the folder from which it is started."
      opinions.push(doubtful('The database lies below the working folder, where the default puts it.', advice))
    }
    return [sound(`Host ${host.name}, ${baseUrl ?? `listening on ${listenHost}`}.`), ...opinions]
  },
})
