// The root address of the admin. All API calls and screens are below it.

const adminPath = '/svc-admin/'

/** The path of the admin with a trailing slash and any prefix: `/shop/svc-admin/`. */
export const rootPath = `${location.pathname}/`.slice(0, `${location.pathname}/`.indexOf(adminPath) + adminPath.length)

/** The address of the service's REST API, as an external caller uses it. */
export const restRootAddress = `${location.origin}${rootPath.slice(0, -adminPath.length)}/svc-api/v1`
