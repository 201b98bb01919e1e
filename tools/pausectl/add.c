// SPDX-License-Identifier: GPL-2.0
/*
 * add and del: make and end the port of a device, the root qdisc pausectl. The qdisc begins with
 * its settings, so a refused setting leaves the old root as it was.
 */
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include "pausectl.h"

#define KIND	"pausectl"

/*
 * Without a handle, the kernel lets a new root replace another one. With one, it refuses, except
 * for a default qdisc, which has the handle 0.
 */
#define HANDLE	0x10000		/* 1: */

/* The root qdisc of a device */
struct root {
	uint32_t index;		/* of the device */
	uint32_t handle;
	char kind[16];		/* "": not found */
};

static int add_on_qdisc(const struct nlmsghdr *header, void *data)
{
	const struct tcmsg *tcm = mnl_nlmsg_get_payload(header);
	const struct nlattr *sent[TCA_KIND + 1];
	struct root *root = data;

	if ((uint32_t)tcm->tcm_ifindex != root->index || tcm->tcm_parent != TC_H_ROOT)
		return MNL_CB_OK;
	root->handle = tcm->tcm_handle;
	attr_table(header, sizeof(*tcm), sent, TCA_KIND);
	if (sent[TCA_KIND])
		snprintf(root->kind, sizeof(root->kind), "%s", mnl_attr_get_str(sent[TCA_KIND]));
	return MNL_CB_OK;
}

static struct tcmsg *prepare(union genl_request *request, uint16_t flags, uint32_t index)
{
	struct nlmsghdr *header = mnl_nlmsg_put_header(request);
	struct tcmsg *tcm = mnl_nlmsg_put_extra_header(header, sizeof(*tcm));

	header->nlmsg_flags = NLM_F_REQUEST | flags;
	tcm->tcm_family = AF_UNSPEC;
	tcm->tcm_ifindex = index;
	tcm->tcm_parent = TC_H_ROOT;
	return tcm;
}

/* A root that somebody has configured is not replaced in passing. */
static int refuse_root(const char *asked, const char *device, const struct root *root)
{
	/* A qdisc may go below such a root, in a class that it always has, or in one of many. */
	static const char *const first[] = {
		"tbf", "netem", "prio", "ets", "mq", "mqprio", "taprio", NULL
	};
	static const char *const any[] = { "htb", "hfsc", "drr", "qfq", NULL };
	const char *class = NULL;
	char below[128] = "";
	size_t i;

	if (!strcmp(root->kind, KIND))
		return refused(asked, "it has a port already: pausectl set dev %s changes it",
			       device);
	for (i = 0; first[i]; i++)
		class = strcmp(root->kind, first[i]) ? class : "1";
	for (i = 0; any[i]; i++)
		class = strcmp(root->kind, any[i]) ? class : "CLASS";
	if (class)
		snprintf(below, sizeof(below),
			 ", \"tc qdisc add dev %s parent %x:%s pausectl\" keeps it above the port",
			 device, root->handle >> 16, class);
	return refused(asked,
		       "its root qdisc %s %x: would be lost: \"pausectl add dev %s replace\" replaces it%s",
		       root->kind, root->handle >> 16, device, below);
}

/* Send a request about the root, and find the root that the device had if the kernel refuses. */
static int add_ask(struct genl *route, uint16_t type, struct nlmsghdr *request, struct root *root)
{
	const struct tcmsg *tcm = mnl_nlmsg_get_payload(request);
	int error = route_open(route);
	union genl_request question;
	struct genl again;

	*root = (struct root){ .index = tcm->tcm_ifindex };
	if (!error)
		error = route_call(route, type, request, NULL, NULL);
	again = *route;		/* @route keeps the message of the kernel */
	if (again.socket && (error == -EEXIST || error == -EINVAL || error == -ENOENT)) {
		prepare(&question, NLM_F_DUMP, root->index);
		route_call(&again, RTM_GETQDISC, &question.header, add_on_qdisc, root);
	}
	genl_close(route);
	return error;
}

/* With "ifindex", the options are a request as port-set takes it, and tc does not show them. */
static int make_port(const char *asked, const char *device, unsigned int index, bool replace,
		     const struct wishes *wishes)
{
	union genl_request request;
	struct nlattr *options;
	struct genl route;
	struct root root;
	int error;

	prepare(&request, NLM_F_ACK | NLM_F_CREATE | (replace ? NLM_F_REPLACE : NLM_F_EXCL),
		index)->tcm_handle = replace ? 0 : HANDLE;
	mnl_attr_put_strz(&request.header, TCA_KIND, KIND);
	options = mnl_attr_nest_start(&request.header, TCA_OPTIONS);
	mnl_attr_put_u32(&request.header, PAUSECTL_A_IFINDEX, index);
	wishes_put(&request.header, wishes);
	mnl_attr_nest_end(&request.header, options);
	error = add_ask(&route, RTM_NEWQDISC, &request.header, &root);
	if (error == -EEXIST && root.handle)
		return refuse_root(asked, device, &root);
	/* The kernel does not know the kind. */
	if (error == -ENOENT)
		return genl_open_refused(&route, asked, error);
	return error ? genl_refused(&route, asked, error) : STATUS_OK;
}

static int end_port(const char *asked, unsigned int index)
{
	union genl_request request;
	struct genl route;
	struct root root;
	int error;

	/* The kernel compares the kind, so that no other qdisc goes. */
	prepare(&request, NLM_F_ACK, index);
	mnl_attr_put_strz(&request.header, TCA_KIND, KIND);
	error = add_ask(&route, RTM_DELQDISC, &request.header, &root);
	if (error == -EINVAL || error == -ENOENT)
		return refused(asked, "its root qdisc is %s, not pausectl",
			       *root.kind ? root.kind : "not set");
	return error ? genl_refused(&route, asked, error) : STATUS_OK;
}

static int run_add(const struct command *self, char **words)
{
	struct wishes wishes = { 0 };
	const char *device = NULL;
	char asked[64];
	bool replace = take_word(words, "replace", NULL);
	int status = set_parse(self, words, &wishes, &device);
	unsigned int index;

	if (status)
		return status;
	snprintf(asked, sizeof(asked), "add dev %s", device);
	index = device_index(asked, device);
	if (!index)
		return STATUS_REFUSED;
	status = make_port(asked, device, index, replace, &wishes);
	/* A qdisc takes no entries of the APP table. */
	if (status || !app_wished(&wishes.apps))
		return status;
	status = set_wishes(asked, device, &wishes);
	if (status)
		end_port(asked, index);
	return status;
}

static int run_del(const struct command *self, char **words)
{
	const char *device = NULL;
	unsigned int index;
	char asked[64];
	int bad = take_words(MAY_DEVICE, &device, words, NULL);

	if (!bad && !device)
		bad = parse_refuse("dev", NULL, "names of network devices");
	if (bad)
		return usage_error(self, "%s", parse_error);
	snprintf(asked, sizeof(asked), "del dev %s", device);
	index = device_index(asked, device);
	return index ? end_port(asked, index) : STATUS_REFUSED;
}

const struct command add_command = {
	.name = "add",
	.brief = "make the port of a device, with its settings",
	.grammar = "[dev] DEV [replace] [profile NAME] [SETTING VALUE]...",
	.help =
	"Make the port of DEV, its root qdisc pausectl, and set it as \"pausectl set\" does. A root\n"
	"that is not the default one, such as tbf, would be lost with its rates: this needs replace.\n"
	"\n"
	"  pausectl add eth0\n"
	"  pausectl add eth0 prio 3,4 speed 10gbit\n"
	"  pausectl add eth0 replace profile roce\n",
	.run = run_add,
};

const struct command del_command = {
	.name = "del",
	.brief = "end the port of a device",
	.grammar = "[dev] DEV",
	.help =
	"End the port of DEV: remove its root qdisc pausectl. Frames that wait are dropped.\n"
	"\n"
	"  pausectl del eth0\n",
	.run = run_del,
};
