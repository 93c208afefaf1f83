// Checks settings that are not recommended in production, the parameters of payment methods, and the clock of the host.
import { defineHealthCheck, doubtful, type HealthReport, sound, broken } from './define-health-check.js'
import { listIncompleteMethods } from '../commerce/payment/incomplete-methods.js'
import { ServiceContext } from '../storage/service-context.js'
import { listRecentClockReports } from '../commerce/account/clock-reports.js'

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
      opinions.push(doubtful('The database is stored below the working folder, which is the default.', advice))
    }
    return [sound(`Host ${host.name}, ${baseUrl ?? `listening on ${listenHost}`}.`), ...opinions]
  },
})

/** Payment methods: whether each published one has the parameters that its connector requires. */
export const paymentMethods = defineHealthCheck({
  name: 'payment-methods',
  description: 'Payment methods: whether each published one has the parameters that its connector requires.',
  async examine({ app: { context } }) {
    const incomplete = await listIncompleteMethods(await new ServiceContext(context).at())
    if (incomplete.length === 0) return [sound('Every published payment method has its required parameters.')]
    return incomplete.map(({ id, title, missing }): HealthReport => {
      const labels = missing.map((label) => `'${label}'`).join(', ')
      return broken(
        `The published payment method '${title}' (${id}) lacks ${labels} in its parameters, so that shoppers are not offered it.`,
        'Enter its parameters in the admin, or unpublish the payment method.',
      )
    })
  },
})

/** Checks whether assertions of the host were refused because its clock is ahead of this machine's. */
export const hostClock = defineHealthCheck({
  name: 'host-clock',
  description: 'Assertions of the host: whether some were refused because the clock of the host is ahead.',
  async examine({ app: { context } }) {
    const reports = await listRecentClockReports(context)
    if (reports.length === 0) return [sound('No assertion was refused in the last hour because the clock of the host is ahead.')]
    return reports.map(({ issuer, secondsAhead }): HealthReport => {
      const summary = `Assertions of '${issuer}' were refused in the last hour: the clock of the host was ${secondsAhead} seconds ahead.`
      return doubtful(summary, 'Set the clocks of both machines by NTP. A difference of up to 5 seconds is accepted.')
    })
  },
})
