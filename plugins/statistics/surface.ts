// The part of the statistics that the admin may import.
export { readStatistics } from './report.js'
