// The root address of the admin. All API calls and screens are below it.

const mark = '/svc-admin/'

/** The path of the admin with a trailing slash and any prefix: `/shop/svc-admin/`. */
export const root = `${location.pathname}/`.slice(0, `${location.pathname}/`.indexOf(mark) + mark.length)

/** The address of the service's REST API, as an external caller uses it. */
export const restRoot = `${location.origin}${root.slice(0, -mark.length)}/svc-api/v1`
