// SPDX-License-Identifier: GPL-2.0
/*
 * The queues of the qdisc pausectl. Frames of the MAC client wait here, in one FIFO for each
 * priority, until the gate of their priority is open.
 *
 *	enqueue --classify--> fifo[0..7]  --gate--+
 *	                      fifo[control] ------+--highest first--> wire
 *
 * Priority 7 is served first, strictly. MAC Control frames of any sender have a queue of their
 * own. It is served before all others and has no gate, because a pause stops only MAC client
 * frames (31B.3.2). A paused priority blocks no other. With spoof-check on, only control frames of
 * the port itself get there.
 *
 * dequeue() reads the gate without a lock. Documentation/locking.rst says why no wake-up is lost,
 * and selftests/models/wakeup.pml proves it.
 *
 * TCQ_F_CAN_BYPASS must stay clear, because frames would pass beside the gate. Some frames have
 * passed the gate and still wait: a frame that the driver refused, a frame that a parent peeked at,
 * and frames taken in bulk: for a driver with byte queue limits, or below another qdisc of a device
 * with several queues. Such a frame is finished like a frame in transmission. With pacing, frames
 * are taken one by one. A root qdisc of a device with several queues also gives them one by one:
 * see pausectl_dequeue_singly().
 *
 * The octets of a frame are those on the link, without FCS. While a frame is in a queue, its
 * qdisc_pkt_len() includes a VLAN tag that the kernel keeps beside the frame. enqueue() adds the
 * tag, and dequeue() takes the tag off, so parents read the same length before and after. Parents
 * subtract the backlog of the qdisc from their own, so the backlog counts no such tags.
 *
 * The driver of a pair of devices, such as veth, hands a frame to the backlog of the processor that
 * sends the frame. The kernel drops frames that find netdev_max_backlog frames there, and XOFF
 * waits after the frames that came before it. So a port at an end of a pair takes no frame while
 * that backlog is full, and tries again after the receiving softirq: see queue_yield_to_backlog().
 * The kernel may take several frames from a qdisc before it hands the first one to the driver. So
 * the frames that the qdisc has given count, too, until one more frame has entered the backlog.
 * With RPS at the other end, frames go to the backlogs of other processors. Nobody looks at those.
 *
 * The way of an ordinary frame makes no call but the last one, and so saves no registers. Other
 * ways are noinline, and are called last. That saves 9 % of what a frame costs here.
 */
#include "compat.h"
#include "congestion/buffer.h"
#include "control/control.h"
#include "pause/pause.h"
#include "port/seen.h"
#include "queue/queue.h"

/* As pausectl_classify(), for a frame whose header is in place, and that has no tag beside it */
static inline unsigned int queue_classify_in_place(const struct sk_buff *skb)
{
	const struct vlan_ethhdr *eth = (const struct vlan_ethhdr *)skb->data;

	/* These types begin with 81 or 88, IPv4 and IPv6 do not: one test for most frames. */
	if ((eth->h_vlan_proto & htons(0xf600)) == htons(0x8000)) {
		if (eth_type_vlan(eth->h_vlan_proto))
			return ntohs(eth->h_vlan_TCI) >> VLAN_PRIO_SHIFT;
		if (unlikely(eth->h_vlan_proto == htons(ETH_P_PAUSE)))
			return PAUSECTL_CONTROL;
	}
	return skb->priority < MAC_CTRL_PRIORITIES ? skb->priority : 0;
}

/* The compiler would work out this address for each field. */
static __always_inline struct pausectl_fifo *fifo_of(struct pausectl_qdisc *q, unsigned int index)
{
	struct pausectl_fifo *fifo = &q->fifo[index];

	OPTIMIZER_HIDE_VAR(fifo);
	return fifo;
}

static noinline int fifo_drop(struct pausectl_fifo *fifo, struct Qdisc *sch,
			      struct sk_buff *skb, struct sk_buff **to_free)
{
	WRITE_ONCE(fifo->drops, fifo->drops + 1);
	return qdisc_drop(skb, sch, to_free);
}

/* A frame joins the queue of @bit, which then has @octets. */
static __always_inline int fifo_append(struct pausectl_fifo *fifo, unsigned long bit,
				       struct Qdisc *sch, struct sk_buff *skb, u32 octets)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);

	__qdisc_enqueue_tail(skb, &fifo->frames);
	fifo->octets = octets;
	q->queued |= bit;
	pausectl_qdisc_count(sch, 1, qdisc_pkt_len(skb));
	return NET_XMIT_SUCCESS;
}

/*
 * The frame waits by another priority than it came in by, or that one is not known. If both share a
 * buffer, XOFF stops both.
 */
static noinline void queue_note_change(struct pausectl_port *ingress, const struct sk_buff *skb,
				       unsigned int queue, unsigned int frames)
{
	const struct congestion_part *c = &ingress->congestion;
	u32 came = seen_differs(skb, ingress->mark);
	u8 lossless = READ_ONCE(c->lossless);

	if (came >= MAC_CTRL_PRIORITIES || !(lossless & BIT(came)))
		return;
	if (lossless & BIT(queue) &&
	    READ_ONCE(c->buffer_of[came]) == READ_ONCE(c->buffer_of[queue]))
		return;
	this_cpu_add(ingress->frames->changed[came], frames);
}

/*
 * The partner that is to stop sends by the priorities of the link to the ingress port.
 * Where both ports trust the PCP alone, they agree on them.
 */
static unsigned int queue_priority_there(struct pausectl_port *ingress,
					 const struct pausectl_port *egress,
					 const struct sk_buff *skb, unsigned int queue,
					 unsigned int frames)
{
	if (unlikely(rcu_access_pointer(ingress->queue.trust) ||
		     rcu_access_pointer(egress->queue.trust)))
		return pausectl_classify(ingress, skb);
	if (unlikely(seen_changed(skb, ingress->mark, queue)))
		queue_note_change(ingress, skb, queue, frames);
	return queue;
}

/* A frame that came in on a device is charged to the port of that device, if it has one. */
static enum pausectl_admission
queue_charge_received(struct pausectl_qdisc *q, struct sk_buff *skb, unsigned int index,
		      unsigned int frames)
{
	struct pausectl_port *ingress = NULL;

	if (index != PAUSECTL_CONTROL)
		ingress = pausectl_buffer_ingress(q->port->dev, skb);
	if (!ingress) {
		if (READ_ONCE(q->port->congestion.lossless) & BIT(index))
			WRITE_ONCE(q->uncharged[index], q->uncharged[index] + frames);
		return PAUSECTL_LOSSY;
	}
	index = queue_priority_there(ingress, q->port, skb, index, frames);
	return pausectl_buffer_charge(ingress, skb, index, frames);
}

/*
 * The limit of a queue is for its load, as in a buffer. But only frames that came in count by their
 * memory. The memory of other frames is charged to the socket that sends them, as at any qdisc.
 */
static bool fifo_has_room(const struct pausectl_qdisc *q, struct pausectl_fifo *fifo,
			  struct sk_buff *skb, u32 octets)
{
	u32 units = fifo->units;

	if (skb->skb_iif)
		units += pausectl_buffer_uncharged(skb);
	if (held_load(held_of(octets, units)) > READ_ONCE(q->port->set.limit))
		return false;
	WRITE_ONCE(fifo->units, units);
	return true;
}

/*
 * The queue of a frame is limited, unless the sender of the frame is told to stop in time: then the
 * buffer that the frame is charged to is the only limit.
 */
static noinline int fifo_admit(struct sk_buff *skb, struct Qdisc *sch,
			       struct sk_buff **to_free, unsigned int index, unsigned int frames)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = &q->fifo[index];
	enum pausectl_admission admission = PAUSECTL_LOSSY;
	u32 octets = fifo->octets + qdisc_pkt_len(skb);

	if (skb->skb_iif)
		admission = queue_charge_received(q, skb, index, frames);
	if (admission == PAUSECTL_BUFFER_FULL ||
	    (admission == PAUSECTL_LOSSY && !fifo_has_room(q, fifo, skb, octets)))
		return fifo_drop(fifo, sch, skb, to_free);
	return fifo_append(fifo, BIT(index), sch, skb, octets);
}

/*
 * A frame comes to an empty queue. While its gate is shut every frame comes this way, so the
 * watchdog knows since when the frame waits. For a frame that came before the pause, the watchdog
 * judges from the beginning of the pause and needs no time.
 */
static void queue_note_wait(struct pausectl_qdisc *q, unsigned int index)
{
	bool open = READ_ONCE(q->port->gate.open) & BIT(index);

	atomic64_set(&q->waiting_since_ns[index], open ? 0 : ktime_get_ns());
	/* Pairs with smp_rmb() in manage_look(): the frame is seen after this. */
	smp_wmb();
}

/* A frame joins its queue, with all that the port may ask of it. */
static int fifo_add(struct sk_buff *skb, struct Qdisc *sch,
		    struct sk_buff **to_free, unsigned int index)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	unsigned int tag = pausectl_tag_octets(skb);
	bool gso = skb_is_gso(skb);
	unsigned int frames = gso ? pausectl_gso_frames(skb) : 1;
	int err;

	qdisc_skb_cb(skb)->pkt_len += tag;
	if (unlikely(READ_ONCE(q->port->gate.doomed) & BIT(index))) {
		/* For the sender it is lost after the port. Parents see that nothing waits. */
		pausectl_count_doomed(q, index, 1, qdisc_pkt_len(skb));
		qdisc_drop(skb, sch, to_free);
		return NET_XMIT_SUCCESS | __NET_XMIT_STOLEN;
	}
	if (!(q->queued & BIT(index)))
		queue_note_wait(q, index);
	err = fifo_admit(skb, sch, to_free, index, frames);
	if (err != NET_XMIT_SUCCESS)
		return err;
	pausectl_qdisc_count(sch, 0, -tag);
	if (tag)
		q->special |= PAUSECTL_SPECIAL_TAG;
	if (gso)
		q->special |= PAUSECTL_SPECIAL_GSO;
	if (index != PAUSECTL_CONTROL && READ_ONCE(q->port->set.ecn[index]))
		pausectl_ecn(q, index, skb, frames);
	return err;
}

/* Divide a GSO frame: a pause stops between two of its frames. */
static int queue_add_divided(struct sk_buff *skb, struct Qdisc *sch,
			     struct sk_buff **to_free, unsigned int index)
{
	unsigned int len = 0, frames = 0, skb_len = qdisc_pkt_len(skb);
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct sk_buff *segs, *next;
	int err;

	segs = skb_gso_segment(skb, netif_skb_features(skb) & ~NETIF_F_GSO_MASK);
	if (IS_ERR_OR_NULL(segs))
		return fifo_drop(&q->fifo[index], sch, skb, to_free);

	skb_list_walk_safe(segs, segs, next) {
		unsigned int seg_len = segs->len;

		skb_mark_not_on_list(segs);
		pausectl_one_frame(segs);
		err = fifo_add(segs, sch, to_free, index);
		if (err == NET_XMIT_SUCCESS) {
			frames++;
			len += seg_len;
		}
	}
	consume_skb(skb);
	if (!frames)
		return err;
	qdisc_tree_reduce_backlog(sch, 1 - frames, skb_len - len);
	return NET_XMIT_SUCCESS;
}

/*
 * A frame becomes one or more frames of its queue. By default the port divides GSO frames only
 * where it models their wire: dividing takes half of the throughput of TCP.
 */
static int queue_add_any(struct sk_buff *skb, struct Qdisc *sch,
			 struct sk_buff **to_free, unsigned int index)
{
	struct pausectl_port *port = ((struct pausectl_qdisc *)qdisc_priv(sch))->port;
	const struct pausectl_schedule *schedule;
	bool modelled;

	if (!skb_is_gso(skb))
		return fifo_add(skb, sch, to_free, index);
	schedule = rcu_dereference_bh(port->queue.schedule);
	modelled = schedule && index != PAUSECTL_CONTROL &&
		   (schedule->paced || schedule->limited & BIT(schedule->plan.tc[index]));
	if (pausectl_splits_gso(&port->set, modelled))
		return queue_add_divided(skb, sch, to_free, index);
	return fifo_add(skb, sch, to_free, index);
}

/* A control frame. With spoof-check on, only the port itself may have made it. */
static noinline int enqueue_control(struct sk_buff *skb, struct Qdisc *sch,
				    struct sk_buff **to_free)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct mac_ctrl_request req;
	bool counts;
	int err;

	if (pausectl_control_own(q->port, skb))
		return queue_add_any(skb, sch, to_free, PAUSECTL_CONTROL);
	if (READ_ONCE(q->port->set.spoof_check)) {
		WRITE_ONCE(q->spoofed, q->spoofed + 1);
		return fifo_drop(&q->fifo[PAUSECTL_CONTROL], sch, skb, to_free);
	}
	counts = pausectl_control_read(skb, &req);
	err = queue_add_any(skb, sch, to_free, PAUSECTL_CONTROL);
	if (err == NET_XMIT_SUCCESS && counts)
		pausectl_control_forwarded(q->port, &req);
	return err;
}

/* The way of any frame. */
static noinline int enqueue_any(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	unsigned int index = pausectl_classify(q->port, skb);

	if (unlikely(index == PAUSECTL_CONTROL))
		return enqueue_control(skb, sch, to_free);
	return queue_add_any(skb, sch, to_free, index);
}

/*
 * An ordinary frame just joins its queue. A frame is ordinary if
 * 1. it is one frame on the wire, not a GSO frame,
 * 2. its tag, if it has one, is in the frame, not beside it,
 * 3. its type and its tag can be read in place,
 * 4. it is no MAC Control frame,
 * 5. its gate is open, and
 * 6. its queue, with it, stays within port->gate.plain_limit. That is the limit of the queue, or
 *    ecn-min where ECN may mark; 0 where the port trusts more than the PCP.
 */
int pausectl_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	const struct gate_part *gate = &q->port->gate;
	struct pausectl_fifo *fifo;
	unsigned int index;
	unsigned long bit;
	u32 octets;

	if (skb_is_gso(skb) || skb_vlan_tag_present(skb) ||
	    unlikely(skb_headlen(skb) < VLAN_ETH_HLEN))
		return enqueue_any(skb, sch, to_free);
	index = queue_classify_in_place(skb);
	bit = BIT(index);
	fifo = fifo_of(q, index);
	octets = fifo->octets + qdisc_pkt_len(skb);
	if (index == PAUSECTL_CONTROL || !(READ_ONCE(gate->open) & bit) ||
	    octets > READ_ONCE(gate->plain_limit))
		return enqueue_any(skb, sch, to_free);
	if (skb->skb_iif)
		return fifo_admit(skb, sch, to_free, index, 1);
	return fifo_append(fifo, bit, sch, skb, octets);
}

static noinline struct sk_buff *fifo_taken_received(struct pausectl_fifo *fifo, struct sk_buff *skb)
{
	pausectl_fifo_release(fifo, skb);
	return skb;
}

/* The first frame of queue @index leaves, which is so many @octets and @frames. */
static __always_inline struct sk_buff *
fifo_take_frames(struct Qdisc *sch, struct pausectl_fifo *fifo, unsigned int index,
		 unsigned int octets, unsigned int frames)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct sk_buff *skb = fifo->frames.head;

	fifo->frames.head = skb->next;
	if (!skb->next) {
		fifo->frames.tail = NULL;
		q->queued &= ~BIT(index);
	}
	skb_mark_not_on_list(skb);
	q->given = true;
	fifo->frames.qlen--;
	fifo->octets -= octets;
	_bstats_update(&fifo->bstats, octets, frames);
	_bstats_update(&sch->bstats, octets, frames);
	pausectl_qdisc_count(sch, -1, -octets);
	if (unlikely(skb->skb_iif))
		return fifo_taken_received(fifo, skb);
	return skb;
}

/* The queue may hold GSO frames, or frames with a tag. @schedule: as fifo_take_paid(), or NULL */
static noinline struct sk_buff *
fifo_take_special(struct Qdisc *sch, unsigned int index, const struct pausectl_schedule *schedule)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = &q->fifo[index];
	struct sk_buff *skb = fifo->frames.head;
	unsigned int tag = pausectl_tag_octets(skb);

	if (schedule)
		ets_charge(&schedule->plan, &q->ets, index, qdisc_pkt_len(skb));
	/* Before the frame leaves, so that nobody reads a backlog below 0. */
	pausectl_qdisc_count(sch, 0, tag);
	fifo_take_frames(sch, fifo, index, qdisc_pkt_len(skb),
			 skb_is_gso(skb) ? pausectl_gso_frames(skb) : 1);
	qdisc_skb_cb(skb)->pkt_len -= tag;
	return skb;
}

static __always_inline struct sk_buff *fifo_take(struct Qdisc *sch, unsigned int index)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = fifo_of(q, index);

	if (unlikely(q->special))
		return fifo_take_special(sch, index, NULL);
	return fifo_take_frames(sch, fifo, index, qdisc_pkt_len(fifo->frames.head), 1);
}

/* The class of the frame pays for it. */
static __always_inline struct sk_buff *
fifo_take_paid(struct Qdisc *sch, unsigned int index, const struct pausectl_schedule *schedule)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_fifo *fifo = fifo_of(q, index);
	unsigned int octets;

	if (unlikely(q->special))
		return fifo_take_special(sch, index, schedule);
	octets = qdisc_pkt_len(fifo->frames.head);
	ets_charge(&schedule->plan, &q->ets, index, octets);
	return fifo_take_frames(sch, fifo, index, octets, 1);
}

/* Of a frame in a queue: qdisc_pkt_len() of a GSO frame includes the tags. */
static u32 queue_wire_octets(const struct sk_buff *skb)
{
	if (skb_is_gso(skb))
		return qdisc_pkt_len(skb) + pausectl_gso_frames(skb) * WIRE_OVERHEAD_OCTETS;
	return wire_octets(skb->len + pausectl_tag_octets(skb));
}

/* The priorities of which the highest sends next; 0: a round is to begin. See ets_due(). */
static __always_inline u32 queue_due(const struct pausectl_qdisc *q,
				     const struct pausectl_schedule *schedule, unsigned long ready)
{
	if (unlikely(q->serial != schedule->serial))
		return 0;
	return ets_due(&schedule->plan, &q->ets, ready);
}

/* A new schedule begins with new rounds. Return: as queue_due(), not 0. */
static u32 queue_begin_round(struct pausectl_qdisc *q, const struct pausectl_schedule *schedule,
			     unsigned long ready)
{
	if (q->serial != schedule->serial) {
		ets_begin(&schedule->plan, &q->ets);
		q->serial = schedule->serial;
	}
	ets_begin_round(&schedule->plan, &q->ets, ready);
	return queue_due(q, schedule, ready);
}

/* The first frame of a queue starts, by pacing and maximum rates. Under port->lock. */
static void queue_start(struct pausectl_qdisc *q, const struct pausectl_schedule *schedule,
			unsigned int index, u64 now)
{
	const struct sk_buff *skb = q->fifo[index].frames.head;
	struct pausectl_port *port = q->port;

	if (schedule->paced) {
		pausectl_wire_occupy(port, index, queue_wire_octets(skb), now, q->waiting);
		/* Qdiscs are kicked in list order: who sent goes last. */
		if (unlikely(!list_is_last(&q->queue.node, &port->queues.list)))
			list_move_tail(&q->queue.node, &port->queues.list);
	}
	if (unlikely(schedule->limited) && index != PAUSECTL_CONTROL)
		pausectl_schedule_charge(port, schedule, schedule->plan.tc[index],
					 qdisc_pkt_len(skb), now);
}

static noinline struct sk_buff *dequeue_control(struct Qdisc *sch)
{
	return fifo_take(sch, PAUSECTL_CONTROL);
}

/* With pacing or maximum rates: if no frame may start now, the wire kicks us when one may. */
static noinline struct sk_buff *
dequeue_timed(struct Qdisc *sch, unsigned long ready, const struct pausectl_schedule *schedule)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_port *port = q->port;
	unsigned int index = 0;
	unsigned long flags;
	u64 now;

	spin_lock_irqsave(&port->lock, flags);
	now = ktime_get_ns();
	if (schedule->paced && now < port->wire.free_ns) {
		pausectl_wire_wait(port, port->wire.free_ns);
		ready = 0;
	} else if (unlikely(schedule->limited)) {
		ready = pausectl_schedule_ready(port, schedule, ready, now);
	}
	if (ready & BIT(PAUSECTL_CONTROL))
		index = PAUSECTL_CONTROL;
	else if (likely(ready))
		index = __fls(queue_due(q, schedule, ready) ?:
			      queue_begin_round(q, schedule, ready));
	if (likely(ready))
		queue_start(q, schedule, index, now);
	q->waiting = !ready && now < port->wire.free_ns;
	spin_unlock_irqrestore(&port->lock, flags);
	if (index == PAUSECTL_CONTROL)
		return dequeue_control(sch);
	if (ready)
		return fifo_take_paid(sch, index, schedule);
	/* dequeue_ready() has counted a frame. */
	q->backlog.given -= !schedule->paced;
	return NULL;
}

static noinline struct sk_buff *
dequeue_round(struct Qdisc *sch, unsigned long ready, const struct pausectl_schedule *schedule)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);

	return fifo_take_paid(sch, __fls(queue_begin_round(q, schedule, ready)), schedule);
}

static noinline struct sk_buff *
dequeue_scheduled(struct Qdisc *sch, unsigned long ready, const struct pausectl_schedule *schedule)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	u32 due;

	if (schedule->timed)
		return dequeue_timed(sch, ready, schedule);
	if (unlikely(ready & BIT(PAUSECTL_CONTROL)))
		return dequeue_control(sch);
	due = queue_due(q, schedule, ready);
	if (unlikely(!due))
		return dequeue_round(sch, ready, schedule);
	return fifo_take_paid(sch, __fls(due), schedule);
}

/*
 * A turn is over, and the receiving softirq has had its turn. Or a pause waits until sending has
 * stopped, and a parent such as htb does not ask an empty queue. No frame is below the gate if this
 * queue is empty, the root keeps none that it took out, and does not run. (A parent that peeks
 * leaves the frame in the count of this queue. noop_qdisc, the root of a device that goes down, is
 * silent about the root before it, whose reset acknowledges.)
 */
void pausectl_queue_turn(struct tasklet_struct *tasklet)
{
	struct pausectl_qdisc *q = from_tasklet(q, tasklet, queue.turn);
	struct Qdisc *root = qdisc_root_bh(q->queue.sch);

	if (unlikely(READ_ONCE(q->port->gate.requested)) && !(root->flags & TCQ_F_BUILTIN)) {
		spin_lock(qdisc_lock(root));
		if (!q->queue.sch->q.qlen && skb_queue_empty(&root->gso_skb) &&
		    skb_queue_empty(&root->skb_bad_txq) && !qdisc_is_running(root))
			pausectl_ack_stopped(q->port, &q->queue);
		spin_unlock(qdisc_lock(root));
	}
	__netif_schedule(root);
}

/*
 * Is there room in the backlog for a frame? If so, the qdisc gives one. With softirqs off, so this
 * is the processor that sends.
 */
static inline bool queue_backlog_take(struct pausectl_qdisc *q)
{
	const struct softnet_data *sd = this_cpu_ptr(&softnet_data);
	u32 frames = skb_queue_len_lockless(&sd->input_pkt_queue) +
		     skb_queue_len_lockless(&sd->process_queue);
	u32 entered = frames + READ_ONCE(sd->processed);

	if (entered != q->backlog.entered) {
		q->backlog.entered = entered;
		q->backlog.given = 0;
	}
	if (frames + q->backlog.given >=
	    (q->special & PAUSECTL_SPECIAL_GSO ? BACKLOG_GSO_FRAMES : BACKLOG_FRAMES))
		return false;
	q->backlog.given++;
	q->backlog.sent = true;
	return true;
}

/*
 * The backlog is full. A qdisc that has sent goes on after the next tasklets, which come after the
 * receiving softirq, and so behind the qdiscs that have not sent. Otherwise the first of several
 * qdiscs would fill the backlog again and again, until its own queue is empty.
 *
 * A tasklet that is scheduled schedules the qdisc later. But the kernel clears the scheduled bit of
 * a qdisc that runs by clear_bit(), which orders nothing. If this function sees the bit of the
 * tasklet, the tasklet has to see that cleared bit: selftests/models/backlog.pml proves it.
 */
static noinline struct sk_buff *queue_yield_to_backlog(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);

	/* Frames may never enter the backlog, because the driver has dropped them. */
	q->backlog.given = 0;
	if (q->backlog.sent) {
		tasklet_schedule(&q->queue.turn);
	} else {
		/* Pairs with test_and_clear_bit() of the tasklet. */
		smp_mb();
		if (!test_bit(TASKLET_STATE_SCHED, &q->queue.turn.state))
			__netif_schedule(qdisc_root_bh(sch));
	}
	q->backlog.sent = false;
	return NULL;
}

/* Take a frame of the queues in @ready, of which there is one. */
static __always_inline struct sk_buff *dequeue_ready(struct Qdisc *sch, unsigned long ready)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	const struct pausectl_schedule *schedule = rcu_dereference_bh(q->port->queue.schedule);

	/* A paced port sends one frame and waits, so it fills no backlog. */
	if (q->yields && !(schedule && schedule->paced) && !queue_backlog_take(q))
		return queue_yield_to_backlog(sch);
	if (schedule)
		return dequeue_scheduled(sch, ready, schedule);
	return fifo_take(sch, __fls(ready));
}

/*
 * Frames wait, but the gate was shut when dequeue read it, or a pause waits until sending has
 * stopped. The kernel called dequeue, so the frame that dequeue took before is with the driver,
 * unless the kernel takes frames in bulk (see the head). Tell that to the pause first, and read the
 * gate after that.
 */
static noinline struct sk_buff *dequeue_gated(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	struct pausectl_port *port = q->port;
	unsigned long ready;

	/* Pairs with test_and_set_bit() in __netif_schedule(). */
	smp_mb();
	if (READ_ONCE(port->gate.requested))
		pausectl_ack_stopped(port, &q->queue);
	ready = q->queued & (READ_ONCE(port->gate.open) >> GATE_SHIFT);
	if (ready)
		return dequeue_ready(sch, ready);
	q->waiting = false;
	return NULL;
}

struct sk_buff *pausectl_dequeue(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);
	unsigned long open = READ_ONCE(q->port->gate.open);
	unsigned long ready = q->queued & open;

	if (ready)
		return dequeue_ready(sch, ready);
	if (!q->queued)
		q->special = 0;
	if (q->queued || unlikely(!(open & BIT(PAUSECTL_CONTROL))))
		return dequeue_gated(sch);
	q->waiting = false;
	return NULL;
}

/*
 * dequeue of the root of a device with several queues. There dequeue_skb() takes a frame, and then
 * up to eight more before it hands any to the driver. A pause that comes in on another processor
 * meanwhile would stop none of them. So each call that follows a frame gives none. Under the qdisc
 * lock, and dequeue_skb() makes both calls under one hold of it. fifo_take_frames() notes that a
 * frame is given, so this function has nothing to do after its last call.
 */
struct sk_buff *pausectl_dequeue_singly(struct Qdisc *sch)
{
	struct pausectl_qdisc *q = qdisc_priv(sch);

	if (q->given) {
		q->given = false;
		return NULL;
	}
	return pausectl_dequeue(sch);
}
