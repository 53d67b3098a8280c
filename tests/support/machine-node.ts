/** The Node that runs npm: on most machines an older one than that of the tests. */
export const machineNode = process.env.npm_node_execpath ?? process.execPath
