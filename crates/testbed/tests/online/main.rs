//! The service with a real Postgres and a real NATS; one program, as it takes long to build.

mod accounts;
mod attacks;
mod company;
mod days;
mod explorer;
mod failover;
mod helpers;
mod malformed;
mod migrations;
mod notices;
mod order;
mod people;
mod plans;
mod point_in_time;
mod purge;
mod reports;
mod rooms;
mod solving;
mod studies;
mod tournaments;
mod waiting;
