/**
 * The address at which agents talk to the site (docs/rules.md, "MCP"). It is not a call of the contract: its messages
 * are those of the protocol, which itself lists the available tools.
 */
export const MCP_PATH = '/mcp';
