// Checks whether assertions of the host were refused because its clock is ahead of this machine's.
import { listRecentClockReports } from '../commerce/account/clock-reports.js'
import { defineHealthCheck, doubtful, type HealthReport, sound } from './define-health-check.js'

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
